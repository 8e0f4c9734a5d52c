import { useEffect, useState, type RefObject } from 'react'

/**
 * Returns the focus to the element that had it before a layer opened, unless another element has taken it meanwhile. If
 * that element is gone, or there was none, the page's main region gets it: from the document's body a screen reader
 * would start at the top again.
 */
export function giveBack(opener: Element | null): void {
  if (document.activeElement && document.activeElement !== document.body) return
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus()
  else document.getElementById('main')?.focus({ preventScroll: true })
}

/**
 * As giveBack, on unmount of a component that is rendered only while it is open; `anchor`: its anchor element, if
 * known. MUI's own restore (disabled by `disableRestoreFocus`) would also take the focus from an element that got it
 * meanwhile.
 */
export function useGiveBack(anchor?: Element | RefObject<Element | null>): void {
  const [opener] = useState(() => (anchor && 'current' in anchor ? anchor.current : anchor) ?? document.activeElement)
  useEffect(() => () => giveBack(opener), [opener])
}
