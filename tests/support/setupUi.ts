import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { preloadLayers } from '../../src/kit/layers/layers.tsx'
import { forgetResolutions } from '../../src/live/sparklines/resolution.ts'
import { upTo } from './slowness.ts'

// What is waited for comes at once but for the first look at a part of the console, which is loaded then: on a busy machine that takes seconds.
configure({ asyncUtilTimeout: upTo(15_000) })
// As in a page that stands: menus and dialogs are drawn as soon as they open.
beforeAll(preloadLayers, upTo(60_000))
afterEach(cleanup)
// What is lazy in the console may still be on its way when the last test ends; the environment must not go before it has come.
afterAll(() => vi.dynamicImportSettled(), upTo(60_000))
// How finely nodes measure is seen anew in each test.
afterEach(forgetResolutions)
