import { createTheme, ThemeProvider } from '@mui/material/styles'
import type { ReactElement, ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'

/** The element at an address, under a data router as in the console: without one nothing can ask before it is left. MUI's parts stand still. */
export const atAddress = (url: string, element: ReactElement): ReactElement => (
  <Still>
    <RouterProvider
      router={createMemoryRouter([{ path: '*', element }], { initialEntries: [url] })}
      useTransitions={false}
    />
  </Still>
)

/** MUI's parts without movement: a dialog that closes is gone at once, and what is behind it is to be found again, in place of a fifth of a second later. */
export const Still = ({ children }: { children: ReactNode }) => <ThemeProvider theme={STILL}>{children}</ThemeProvider>

const STILL = createTheme({ transitions: { create: () => 'none' }, motion: { reducedMotion: 'always' } })
