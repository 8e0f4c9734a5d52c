import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to the row under the cursor when the focused element of the list disappears: a row that was acted on
 * moves to another group at once and leaves the list later, and the bar over the rows disappears with the last tick.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, current: number | null): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const frame = list.current
    const enter = ({ target }: FocusEvent) => {
      if (target instanceof Element) last.current = target
    }
    frame?.addEventListener('focusin', enter)
    return () => frame?.removeEventListener('focusin', enter)
  }, [list])
  // Checked after every render, since rows come and go.
  useEffect(() => {
    if (!last.current || last.current.isConnected || !isNowhere(document.activeElement)) return
    last.current = null
    list.current
      ?.querySelector<HTMLElement>(`[data-id="${current}"] [data-part=episode]`)
      ?.focus({ preventScroll: true })
  })
}

/**
 * Whether the focus is nowhere useful. A dialog returns the focus to the page where the element that opened it is gone.
 */
const isNowhere = (element: Element | null): boolean =>
  element === null || element === document.body || element.id === 'main'
