import createCache, { type StylisElement } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import type { ReactElement, ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll } from 'vitest'

/** The element at an address, under a data router as in the console: without one nothing can ask before it is left. MUI's parts stand still. */
export const atAddress = (url: string, element: ReactElement): ReactElement => (
  <Still>
    <RouterProvider
      router={createMemoryRouter([{ path: '*', element }], { initialEntries: [url] })}
      useTransitions={false}
    />
  </Still>
)

/**
 * MUI's parts without movement: a dialog that closes is gone at once, and what is behind it is to be found again, in place of a fifth of a second later. Of their
 * styles there is what queries and clicks ask for: happy-dom works out all of an element's and of all its parents' for each look at one of them.
 */
export const Still = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={ASKED}>
    <ThemeProvider theme={STILL}>{children}</ThemeProvider>
  </CacheProvider>
)

const STILL = createTheme({ transitions: { create: () => 'none' }, motion: { reducedMotion: 'always' } })

/** What decides whether something can be seen (testing-library, jest-dom) and pressed (user-event). */
const ASKED_PROPERTIES: ReadonlySet<string> = new Set(['display', 'visibility', 'opacity', 'pointer-events'])

const ASKED = createCache({
  key: 'css',
  stylisPlugins: [
    (element: StylisElement) => {
      if (element.type !== 'decl' || ASKED_PROPERTIES.has(String(element.props))) return
      element.value = ''
      element.return = ''
    },
  ],
})
// The next file has a cache of its own.
afterAll(() => ASKED.sheet.flush())
