import { createContext } from 'react'

/**
 * Row of the frame below the page, where an element stays in view without covering the page; null where there is no
 * frame.
 */
export const DockContext = createContext<HTMLElement | null>(null)
