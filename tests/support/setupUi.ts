import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { upTo } from './slowness.ts'

// What is waited for comes at once but for the first look at a part of the console, which is loaded then: on a busy machine that takes seconds.
configure({ asyncUtilTimeout: upTo(15_000) })

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
// What is lazy in the console may still be on its way when the last test ends; it must come before what it came for is gone.
afterAll(() => vi.dynamicImportSettled(), upTo(60_000))
