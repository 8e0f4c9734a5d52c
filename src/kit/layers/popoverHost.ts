import { createContext } from 'react'

/**
 * For scaled pages: popovers are rendered in `host`, which lies outside the scaled element, at the page's scale.
 * Without a host they are rendered in the document's body.
 */
export const PopoverHostContext = createContext<{ host: HTMLElement | null; scale: number }>({ host: null, scale: 1 })
