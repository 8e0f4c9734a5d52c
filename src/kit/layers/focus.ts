import { useEffect, useState, type RefObject } from 'react'

/**
 * Gives the focus back to where it was before a layer opened, unless something has taken it meanwhile. Where that is gone, or was nowhere, the page's main
 * region takes it: from the document's body a reader would begin again at the top.
 */
export function giveBack(opener: Element | null): void {
  if (document.activeElement && document.activeElement !== document.body) return
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus()
  else document.getElementById('main')?.focus({ preventScroll: true })
}

/**
 * The same for a component that is drawn only while it is open, when it goes; `anchor`: what it hangs on, where that is known. MUI's own way (off by
 * `disableRestoreFocus`) also takes the focus away from what has got it meanwhile.
 */
export function useGiveBack(anchor?: Element | RefObject<Element | null>): void {
  const [opener] = useState(() => (anchor && 'current' in anchor ? anchor.current : anchor) ?? document.activeElement)
  useEffect(() => () => giveBack(opener), [opener])
}
