import { useEffect, useRef, type RefObject } from 'react'

/**
 * The focus goes to the row under the cursor where what had it in the list is gone: a row that was acted on stands in another group at once and later in none,
 * and the bar over the rows goes with its ticks.
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
  // After every drawing: rows come and go.
  useEffect(() => {
    if (!last.current || last.current.isConnected || !isNowhere(document.activeElement)) return
    last.current = null
    list.current
      ?.querySelector<HTMLElement>(`[data-id="${current}"] [data-part=episode]`)
      ?.focus({ preventScroll: true })
  })
}

/** A dialog gives the focus to the page where what opened it is gone. */
const isNowhere = (element: Element | null): boolean =>
  element === null || element === document.body || element.id === 'main'
