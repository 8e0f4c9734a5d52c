/**
 * Gives the focus back to where it was before a layer opened, unless something has taken it meanwhile. Where that is gone, or was nowhere, the page's main
 * region takes it: from the document's body a reader would begin again at the top.
 */
export function giveBack(opener: Element | null): void {
  if (document.activeElement && document.activeElement !== document.body) return
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus()
  else document.getElementById('main')?.focus({ preventScroll: true })
}
