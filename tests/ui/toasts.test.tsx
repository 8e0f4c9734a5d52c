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
  undone.mockClear()
  over.clear()
})

const undone = vi.fn()
/** Actions, each with an undo of its own; those in `over` cannot be undone any more. */
const offers = ['a', 'b', 'c', 'd', 'e']
const over = new Set<string>()
/** Adds one more toast while the first is being undone. */
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
      {offers.map((name) => (
        <button
          key={name}
          type="button"
          onClick={() => {
            addUndoable(({ isUndo }) => undone(name, isUndo))
            notify(name, { undoable: true, isOver: () => over.has(name) })
          }}
        >
          do {name}
        </button>
      ))}
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
const shown = () =>
  [...screen.getByRole('status').children]
    .filter((toast) => !toast.hasAttribute('hidden'))
    .map((toast) => toast.querySelector('span')?.textContent)
/** Presses the undo button whose description is this text. */
const undo = (name: string) => {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-part=undo]')]
  const saidOf = (button: HTMLElement) => document.getElementById(button.getAttribute('aria-describedby') ?? '')
  fireEvent.click(buttons.find((button) => saidOf(button)?.textContent === name) as HTMLElement)
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

describe('toasts', () => {
  it('show two simultaneous notifications one after the other', () => {
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

  it('replace the visible notification with a newer one', () => {
    open()
    click('one')
    expect(text()).toBe('later')
    click('two')
    expect(text()).toBe('first')
    fireEvent.click(screen.getByRole('status').querySelectorAll('button')[0] as HTMLElement)
    expect(text()).toBe('second')
  })

  it('keep an undoable notification for 10 s regardless of later ones', () => {
    open()
    click('act')
    expect(shown()).toEqual(['done', 'beside'])
    click('one')
    expect(shown()).toEqual(['done', 'later'])
    pass(9900)
    expect(shown()).toEqual(['done'])
    fireEvent.click(screen.getByRole('status').querySelectorAll('button')[0] as HTMLElement)
    expect(undone).toHaveBeenCalledExactlyOnceWith({ isUndo: true })
    expect(shown()).toEqual([])
  })

  it('offer each undo for its own 10 s, newest last', () => {
    open()
    click('do a')
    pass(4000)
    click('do b')
    click('do c')
    expect(shown()).toEqual(['a', 'b', 'c'])
    undo('b')
    expect(undone.mock.calls).toEqual([['b', true]])
    expect(shown()).toEqual(['a', 'c'])
    pass(6100)
    expect(shown()).toEqual(['c'])
    expect(undone.mock.calls).toEqual([
      ['b', true],
      ['a', false],
    ])
    pass(4000)
    expect(shown()).toEqual([])
    expect(undone).toHaveBeenLastCalledWith('c', false)
  })

  it('show at most four undos and bring back an older one when a newer one is closed', () => {
    open()
    for (const name of offers) click(`do ${name}`)
    expect(shown()).toEqual(['b', 'c', 'd', 'e'])
    undo('e')
    expect(shown()).toEqual(['a', 'b', 'c', 'd'])
    undo('a')
    expect(undone.mock.calls).toEqual([
      ['e', true],
      ['a', true],
    ])
  })

  it('withdraw an undo that a later action has superseded', () => {
    open()
    click('do a')
    click('do b')
    over.add('a')
    click('do c')
    expect(shown()).toEqual(['b', 'c'])
    expect(undone.mock.calls).toEqual([['a', false]])
  })

  it('show an undo at once while other notifications are queued', () => {
    open()
    click('two')
    click('do a')
    expect(shown()).toEqual(['first', 'a'])
    pass(2600)
    expect(shown()).toEqual(['a', 'second'])
  })

  it('keep a notification that arrives while another one is taken from the queue', () => {
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
