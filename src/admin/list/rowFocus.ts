import { useEffect, useRef, type RefObject } from 'react'
import { giveBack } from '../../kit/index.ts'
import type { Place } from '../place.ts'

/**
 * Returns the focus to the row that a dialog was opened from, unless another element has it once the dialog is closed.
 */
export function useReturnFocus(frame: RefObject<HTMLElement | null>, place: Place): void {
  const last = useRef<number | null>(null)
  const id = 'id' in place ? place.id : null
  useEffect(() => {
    if (id !== null) last.current = id
    if (place.kind !== 'list' || last.current === null) return
    const row = frame.current?.querySelector(`[data-id="${last.current}"]`)
    last.current = null
    // Runs after the dialog's own return of the focus, which finds no element where a click on the row or a menu entry
    // opened it.
    const timer = setTimeout(() => {
      if (document.activeElement && document.activeElement !== document.body) return
      focusIn(row)?.focus()
    })
    return () => clearTimeout(timer)
  }, [frame, id, place.kind])
}

/** When the focused row leaves the list, deleted here or by another user, the focus moves to the row in its place; without one, to the page. */
export function useFocusNextRow(frame: RefObject<HTMLElement | null>): void {
  const stood = useRef<{ row: Element; index: number } | null>(null)
  useEffect(() => {
    const enter = ({ target }: FocusEvent) => {
      // Focus in a menu or a question about the row does not count as leaving the row.
      if (!(target instanceof Element) || target.closest(LAYER)) return
      const row = frame.current?.contains(target) ? target.closest('[data-id]') : null
      stood.current = row && { row, index: rowsIn(frame).indexOf(row) }
    }
    document.addEventListener('focusin', enter)
    return () => document.removeEventListener('focusin', enter)
  }, [frame])
  // Checked after every render, since rows come and go.
  useEffect(() => {
    const last = stood.current
    if (!last || last.row.isConnected || document.activeElement?.closest(LAYER)) return
    stood.current = null
    const remainingRows = rowsIn(frame)
    giveBack(focusIn(remainingRows[Math.min(last.index, remainingRows.length - 1)]))
  })
}

/**
 * Returns the focusable element of a row: the row itself where the keyboard walks rows, otherwise its first action; on
 * a phone the card.
 */
const focusIn = (row: Element | null | undefined): HTMLElement | null =>
  row instanceof HTMLElement && row.hasAttribute('tabindex')
    ? row
    : (row?.querySelector<HTMLElement>('[data-part=row-actions] button:not(:disabled), [data-part=card-open]') ?? null)

const LAYER = '.MuiModal-root'

const rowsIn = (frame: RefObject<HTMLElement | null>): Element[] => [
  ...(frame.current?.querySelectorAll('[data-id]') ?? []),
]
