import { createContext } from 'react'

/** The row of the frame below the page, where something may stay in view without covering it; null where there is no frame. */
export const DockContext = createContext<HTMLElement | null>(null)
