import { withEmotionCache } from '@emotion/react'
import { cleanup, configure, prettyDOM, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { upTo } from './slowness.ts'

// What is waited for comes at once but for the first look at a part of the console, which is loaded then: on a busy machine that takes seconds.
configure({
  asyncUtilTimeout: upTo(15_000),
  // A wait looks again at each change of the page, and to print the page costs more than the look: it is printed where somebody asks how much of it.
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

// Files share the window of their worker and the packages that were read into it, which is what most of their time went into. The console's
// own modules are read anew for each of them (so this file must not import one at its top), and what a file did to the window is undone.
const pristine = [Element.prototype, HTMLElement.prototype, document, navigator, URL].map((shared) => ({
  shared,
  own: Object.getOwnPropertyDescriptors(shared),
}))
const address = location.href

// Nothing leaves a component test, not even what a page asks for once its platform is taken away.
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))

// As in a page that stands: menus and dialogs are drawn as soon as they open.
beforeAll(async () => (await import('../../src/kit/layers/layers.tsx')).preloadLayers(), upTo(60_000))
afterEach(cleanup)
// How finely nodes measure is seen anew in each test.
afterEach(async () => (await import('../../src/live/sparklines/resolution.ts')).forgetResolutions())
// Hooks of this kind run from the last to the first.
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
  // A click on a download has taken the page away from its address.
  window.happyDOM.setURL(address)
  vi.resetModules()
})
// Styles of packages' components would stay for all files of the worker, and each look at what is hidden (every query by role) goes through all of them.
afterAll(() => {
  render(createElement(Unstyled))
  cleanup()
})
// What is lazy in the console may still be on its way when the last test ends; it must come before what it came for is gone.
afterAll(() => vi.dynamicImportSettled(), upTo(60_000))

/** Forgets the styles that stand in the page. */
const Unstyled = withEmotionCache((_, styles) => {
  styles.sheet.flush()
  styles.inserted = {}
  styles.registered = {}
  return null
})
