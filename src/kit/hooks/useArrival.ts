import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'

/**
 * After a navigation to another page, by any means, moves the focus to its heading: screen readers announce it, and the
 * next Tab is within the page. Until the heading is rendered, the main region has the focus; an element that takes the
 * focus first (a dialog in the address, a field) keeps it. The first page of a visit starts at the top.
 */
export function useArrival(page: string): void {
  const type = useNavigationType()
  const shown = useRef<string | null>(null)
  const isArrival = useEffectEvent((main: HTMLElement): boolean => {
    const at = document.activeElement
    // A redirect from the first address of a visit still starts at the top.
    if (shown.current === null ? type === 'POP' : type === 'REPLACE' && at === document.body) return false
    return at === main || !main.contains(at)
  })
  useLayoutEffect(() => {
    const main = document.getElementById('main')
    const arrived = main !== null && shown.current !== page && isArrival(main)
    shown.current = page
    if (!arrived) return
    // Before the dialogs of the new page open, so that they return the focus to it.
    main.focus({ preventScroll: true })
    return toHeading(main)
  }, [page])
}

/** Moves the focus on once there is a heading; returns a function that ends the wait. */
function toHeading(main: HTMLElement): () => void {
  const pass = () => {
    const heading = main.querySelector('h1')
    if (heading && document.activeElement === main) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    if (heading || document.activeElement !== main) watch.disconnect()
  }
  const watch = new MutationObserver(pass)
  watch.observe(main, { childList: true, subtree: true })
  pass()
  return () => watch.disconnect()
}
