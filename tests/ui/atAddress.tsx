import createCache, { type StylisElement } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import type { ReactElement, ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll } from 'vitest'

/**
 * Renders the element at an address, under a data router as in the console: without one no component can ask before the
 * page is left. MUI's parts do not animate.
 */
export const atAddress = (url: string, element: ReactElement): ReactElement => (
  <Still>
    <RouterProvider
      router={createMemoryRouter([{ path: '*', element }], { initialEntries: [url] })}
      useTransitions={false}
    />
  </Still>
)

/**
 * MUI's parts without animation: a dialog that closes is gone at once, and the page behind it is reachable without a
 * wait of a fifth of a second. Only the styles that queries and clicks read are kept: happy-dom computes all styles of
 * an element and its parents each time it looks at one.
 */
export const Still = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={ASKED}>
    <ThemeProvider theme={STILL}>{children}</ThemeProvider>
  </CacheProvider>
)

const STILL = createTheme({ transitions: { create: () => 'none' }, motion: { reducedMotion: 'always' } })

/**
 * Properties that decide whether an element is visible to a query by role and clickable (user-event), and whether a
 * name has a space between two parts. happy-dom compares each rule that is kept with each element whose style is asked
 * for.
 */
const ASKED_PROPERTIES: ReadonlySet<string> = new Set(['display', 'visibility', 'pointer-events'])

const ASKED = createCache({
  key: 'css',
  stylisPlugins: [
    (element: StylisElement) => {
      if (element.type !== 'decl') return
      if (ASKED_PROPERTIES.has(String(element.props)) && !isOfPseudoElements(element.root)) return
      element.value = ''
      element.return = ''
    },
  ],
})

/** Whether a rule is about nothing but placeholders and the like: no query asks for their style. */
const isOfPseudoElements = (rule: StylisElement | null): boolean =>
  [rule?.props ?? ''].flat().every((selector) => selector.includes('::'))

// The next file has its own cache.
afterAll(() => ASKED.sheet.flush())
