// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { CoreAdminContext, useAddUndoableMutation, useNotify } from 'react-admin'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Toasts } from '../../src/kit/states/Toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const undone = vi.fn()
/** Says one more thing while the first is being taken. */
function Echo({ says }: { says: string | null }) {
  const notify = useNotify()
  useEffect(() => {
    if (says) notify(says)
  }, [says, notify])
  return null
}
function Buttons() {
  const notify = useNotify()
  const addUndoable = useAddUndoableMutation()
  return (
    <>
      <button
        type="button"
        onClick={() => {
          notify('first', { type: 'warning' })
          notify('second')
        }}
      >
        two
      </button>
      <button type="button" onClick={() => notify('later')}>
        one
      </button>
      <button
        type="button"
        onClick={() => {
          addUndoable(undone)
          notify('done', { undoable: true })
          notify('beside')
        }}
      >
        act
      </button>
    </>
  )
}
const open = (says: string | null = null) =>
  render(
    <CoreAdminContext dataProvider={{} as never}>
      <Buttons />
      <Echo says={says} />
      <Toasts />
    </CoreAdminContext>,
  )
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const text = () => screen.getByRole('status').querySelector('span')?.textContent
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

describe('toasts', () => {
  it('show both of two that came at the same moment, one after the other', () => {
    open()
    click('two')
    expect(text()).toBe('first')
    pass(2400)
    expect(text()).toBe('first')
    pass(200)
    expect(text()).toBe('second')
    pass(4100)
    expect(text()).toBeUndefined()
  })

  it('show a newer one in the place of the one in view', () => {
    open()
    click('one')
    expect(text()).toBe('later')
    click('two')
    expect(text()).toBe('first')
    fireEvent.click(screen.getByRole('status').querySelectorAll('button')[0] as HTMLElement)
    expect(text()).toBe('second')
  })

  it('keep what can be undone as long as that is offered, whatever came with it', () => {
    open()
    click('act')
    expect(text()).toBe('done')
    pass(9900)
    expect(text()).toBe('done')
    fireEvent.click(screen.getByRole('status').querySelectorAll('button')[0] as HTMLElement)
    expect(undone).toHaveBeenCalledExactlyOnceWith({ isUndo: true })
    expect(text()).toBe('beside')
  })

  it('lose nothing that is said while another is taken', () => {
    const { rerender } = open()
    const page = (says: string) => (
      <CoreAdminContext dataProvider={{} as never}>
        <Buttons />
        <Echo says={says} />
        <Toasts />
      </CoreAdminContext>
    )
    act(() => {
      click('one')
      rerender(page('echo'))
    })
    const seen = [text()]
    pass(2600)
    seen.push(text())
    expect(new Set(seen)).toContain('echo')
  })
})
