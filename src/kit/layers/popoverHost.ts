import { createContext } from 'react'

/**
 * For pages that are drawn scaled: popovers are drawn in `host`, which lies outside of what is scaled, as much larger as the page is. Without a host they
 * are drawn in the document's body.
 */
export const PopoverHostContext = createContext<{ host: HTMLElement | null; scale: number }>({ host: null, scale: 1 })
