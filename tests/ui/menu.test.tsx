import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

it('Menu opens together with its items even when their code is not loaded yet', async () => {
  // As on a page on which no menu has opened yet.
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
  // A menu is positioned by its size as it opens: items that come later would push it over the edge of the window.
  expect(without).not.toContain(true)
  anchor.remove()
})
