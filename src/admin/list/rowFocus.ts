import { useEffect, useRef, type RefObject } from 'react'
import { giveBack } from '../../kit/index.ts'
import type { Place } from '../place.ts'

/** Returns the focus to the row a dialog was opened from, unless something else has it once the dialog is closed. */
export function useReturnFocus(frame: RefObject<HTMLElement | null>, place: Place): void {
  const last = useRef<number | null>(null)
  const id = 'id' in place ? place.id : null
  useEffect(() => {
    if (id !== null) last.current = id
    if (place.kind !== 'list' || last.current === null) return
    const row = frame.current?.querySelector(`[data-id="${last.current}"]`)
    last.current = null
    // After the dialog's own return, which finds nothing where a press on the row or an entry of a menu opened it.
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
      // A menu or a question about the row is still at the row.
      if (!(target instanceof Element) || target.closest(LAYER)) return
      const row = frame.current?.contains(target) ? target.closest('[data-id]') : null
      stood.current = row && { row, index: rowsIn(frame).indexOf(row) }
    }
    document.addEventListener('focusin', enter)
    return () => document.removeEventListener('focusin', enter)
  }, [frame])
  // After every drawing: rows come and go.
  useEffect(() => {
    const last = stood.current
    if (!last || last.row.isConnected || document.activeElement?.closest(LAYER)) return
    stood.current = null
    const remainingRows = rowsIn(frame)
    giveBack(focusIn(remainingRows[Math.min(last.index, remainingRows.length - 1)]))
  })
}

/** What of a row takes the focus: the row itself where the keyboard walks rows, its first action, on a phone the card. */
const focusIn = (row: Element | null | undefined): HTMLElement | null =>
  row instanceof HTMLElement && row.hasAttribute('tabindex')
    ? row
    : (row?.querySelector<HTMLElement>('[data-part=row-actions] button:not(:disabled), [data-part=card-open]') ?? null)

const LAYER = '.MuiModal-root'

const rowsIn = (frame: RefObject<HTMLElement | null>): Element[] => [
  ...(frame.current?.querySelectorAll('[data-id]') ?? []),
]
