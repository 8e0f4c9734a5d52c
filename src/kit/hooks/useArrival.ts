import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'

/**
 * Where another page was opened, by whichever way, the focus goes to its heading: it is read out, and the next Tab is within the page. Until the heading is
 * drawn the main region stands in; whatever takes the focus first (a dialog of the address, a field) keeps it. The first page of a visit begins at the top.
 */
export function useArrival(page: string): void {
  const type = useNavigationType()
  const shown = useRef<string | null>(null)
  const isArrival = useEffectEvent((main: HTMLElement): boolean => {
    const at = document.activeElement
    // Where a visit is sent on from its first address, it still begins at the top.
    if (shown.current === null ? type === 'POP' : type === 'REPLACE' && at === document.body) return false
    return at === main || !main.contains(at)
  })
  useLayoutEffect(() => {
    const main = document.getElementById('main')
    const arrived = main !== null && shown.current !== page && isArrival(main)
    shown.current = page
    if (!arrived) return
    // Before the dialogs of the new page open, so that they give the focus back to it.
    main.focus({ preventScroll: true })
    return toHeading(main)
  }, [page])
}

/** Passes the focus on once there is a heading; answers what ends the wait. */
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
