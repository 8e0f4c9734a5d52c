import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

it('a menu opens with its items, also where their code comes no sooner than that', async () => {
  // As in a page where nothing has opened yet.
  vi.resetModules()
  const { Menu, MenuItem } = await import('../../src/kit/layers/layers.tsx')
  const anchor = document.body.appendChild(document.createElement('button'))
  const without: boolean[] = []
  const watcher = new MutationObserver(() => {
    if (screen.queryByRole('menu')) without.push(screen.queryByRole('menuitem') === null)
  })
  watcher.observe(document.body, { childList: true, subtree: true })
  render(
    <Menu anchor={anchor} label="More" side="below" onClose={() => {}}>
      <MenuItem>One</MenuItem>
    </Menu>,
  )
  await screen.findByRole('menuitem', { name: 'One' })
  watcher.disconnect()
  // It is placed by its size as it opens: items that come later would take it over the edge of the window.
  expect(without).not.toContain(true)
  anchor.remove()
})
