// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { keepCompositionApart } from '../../src/kit/composition.ts'

beforeAll(() => keepCompositionApart())

/** Keys as an input method sends them while it composes; the last one as Safari sends it, after the end. */
const composing = [
  { key: 'Enter', isComposing: true },
  { key: 'Escape', isComposing: true },
  { key: 'ArrowDown', isComposing: true },
  { key: 'Tab', isComposing: true },
  { key: 'Process', keyCode: 229 },
  { key: 'Enter', keyCode: 229 },
]

describe('keepCompositionApart', () => {
  it.each(composing)('stops keys of a composing input method before all listeners: %o', (key) => {
    const heard = vi.fn()
    document.addEventListener('keydown', heard)
    render(
      <div role="group" onKeyDown={heard} onKeyDownCapture={heard}>
        <input aria-label="field" onKeyDown={heard} />
      </div>,
    )
    const field = screen.getByLabelText('field')
    // The browser's default action stays.
    expect(fireEvent.keyDown(field, key)).toBe(true)
    expect(heard).not.toHaveBeenCalled()
    fireEvent.keyDown(field, { key: key.key })
    expect(heard).toHaveBeenCalledTimes(4)
    document.removeEventListener('keydown', heard)
  })
})
