import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'

/** The element at an address, under a data router as in the console: without one nothing can ask before it is left. */
export const atAddress = (url: string, element: ReactElement): ReactElement => (
  <RouterProvider
    router={createMemoryRouter([{ path: '*', element }], { initialEntries: [url] })}
    useTransitions={false}
  />
)
