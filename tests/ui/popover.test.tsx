// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { describe, expect, it } from 'vitest'
import { Popover } from '../../src/kit/index.ts'

let top = 100
const place = (): DOMRect => DOMRect.fromRect({ x: 40, y: top, width: 200, height: 32 })

function Page() {
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        type="button"
        ref={(element) => {
          anchor.current = element
          if (element) element.getBoundingClientRect = place
        }}
      />
      <Popover anchor={anchor} label="areas" onClose={() => {}}>
        areas
      </Popover>
    </>
  )
}

describe('a popover', () => {
  it('goes along with what it hangs on, whatever moved it', async () => {
    const { unmount } = render(<Page />)
    const panel = screen.getByRole('dialog', { name: 'areas' })
    expect([panel.style.top, panel.style.left, panel.style.width]).toEqual(['136px', '40px', '320px'])
    // As a banner does that comes in above.
    top = 160
    await waitFor(() => expect(panel.style.top).toBe('196px'))
    top = window.innerHeight - 60
    await waitFor(() => expect([panel.style.top, panel.style.bottom]).toEqual(['auto', '64px']))
    unmount()
  })
})
