// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Popover } from '../../src/kit/index.ts'

function Page({ top, onClose }: { top: number; onClose: () => void }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        ref={(element) => {
          anchor.current = element
          if (element) element.getBoundingClientRect = () => DOMRect.fromRect({ x: 40, y: top, width: 200, height: 32 })
        }}
      />
      {open && (
        <Popover anchor={anchor} label="areas" onClose={onClose}>
          <input />
        </Popover>
      )}
    </>
  )
}

describe('Popover', () => {
  it('opens below its anchor, or above it when there is more room, and closes on Escape', () => {
    let closed = 0
    const places = [100, window.innerHeight - 60].map((top) => {
      const { unmount } = render(<Page top={top} onClose={() => closed++} />)
      fireEvent.click(screen.getByRole('button'))
      const panel = screen.getByRole('dialog', { name: 'areas' })
      const { width, maxHeight } = getComputedStyle(panel)
      fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' })
      const at = [panel.style.top, width, maxHeight]
      unmount()
      return at
    })
    expect(places).toEqual([
      ['132px', '320px', '420px'],
      [`${window.innerHeight - 60}px`, '320px', '420px'],
    ])
    expect(closed).toBe(2)
  })

  it('is a bottom sheet with a dark backdrop on a phone', () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(max-width: 599.95px)',
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    onTestFinished(() => void vi.unstubAllGlobals())
    render(<Page top={100} onClose={() => {}} />)
    fireEvent.click(screen.getByRole('button'))
    const panel = screen.getByRole('dialog', { name: 'areas' })
    expect([panel.style.top, getComputedStyle(panel).position]).toEqual(['', 'fixed'])
    expect(document.querySelector('.MuiBackdrop-root')?.classList.contains('MuiBackdrop-invisible')).toBe(false)
  })
})
