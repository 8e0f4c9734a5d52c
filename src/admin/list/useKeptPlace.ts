import { useEffect, useRef, type RefObject } from 'react'
import { giveBack } from '../../kit/index.ts'

/** Where the row that has the focus leaves the list, deleted here or by somebody else, the row that takes its place has it; without any, the page. */
export function useKeptPlace(frame: RefObject<HTMLElement | null>): void {
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
    const left = rowsIn(frame)
    giveBack(left[Math.min(last.index, left.length - 1)]?.querySelector(ROW_FOCUS) ?? null)
  })
}

/** What of a row takes the focus: its first action, on a phone the card itself. */
export const ROW_FOCUS = '.crud-row-actions button, .crud-card-open'

const LAYER = '.MuiModal-root'

const rowsIn = (frame: RefObject<HTMLElement | null>): Element[] => [
  ...(frame.current?.querySelectorAll('[data-id]') ?? []),
]
