import { withEmotionCache } from '@emotion/react'
import { cleanup, configure, prettyDOM, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { upTo } from './slowness.ts'

// Waits end quickly, except for the first look at a part of the console, which is loaded at that moment: on a busy
// machine that takes seconds.
configure({
  asyncUtilTimeout: upTo(15_000),
  // A wait looks again at each change of the page, and printing the page costs more than the look: the page is printed
  // only where the environment says how much of it.
  getElementError(message, container) {
    const page = process.env['DEBUG_PRINT_LIMIT'] && prettyDOM(container)
    const error = new Error([message, page].filter(Boolean).join('\n\n'))
    error.name = 'TestingLibraryElementError'
    return error
  },
})

declare global {
  interface Window {
    happyDOM: { setURL(url: string): void }
  }
}

// Files share the window of their worker and the packages loaded into it, on which most of their time was spent. The
// console's own modules are loaded anew for each file (so this file must not import one at its top), and what a file
// did to the window is undone.
const pristine = [Element.prototype, HTMLElement.prototype, document, navigator, URL].map((shared) => ({
  shared,
  own: Object.getOwnPropertyDescriptors(shared),
}))
const address = location.href

// No request leaves a component test, not even one that a page sends once its platform is taken away.
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))

// As on a page that has been open for a while: menus and dialogs are drawn as soon as they open.
beforeAll(async () => (await import('../../src/kit/layers/layers.tsx')).preloadLayers(), upTo(60_000))
afterEach(cleanup)
// Each test determines anew how finely nodes measure.
afterEach(async () => (await import('../../src/live/sparklines/resolution.ts')).forgetResolutions())
// afterAll hooks run from the last to the first.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  for (const { shared, own } of pristine) {
    for (const key of Reflect.ownKeys(shared)) if (!Reflect.has(own, key)) Reflect.deleteProperty(shared, key)
    Object.defineProperties(shared, own)
  }
  // A click on a download has navigated the page away from its address.
  window.happyDOM.setURL(address)
  vi.resetModules()
})
// Styles of packages' components would stay for all files of the worker, and each check for hidden elements (every
// query by role) goes through all of them.
afterAll(() => {
  render(createElement(Unstyled))
  cleanup()
})
// A lazy part of the console may still be loading when the last test ends; it must settle before the modules around it
// are reset.
afterAll(() => vi.dynamicImportSettled(), upTo(60_000))

/** Clears emotion's styles from the page. */
const Unstyled = withEmotionCache((_, styles) => {
  styles.sheet.flush()
  styles.inserted = {}
  styles.registered = {}
  return null
})
