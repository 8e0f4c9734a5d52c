import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { preloadLayers } from '../../src/kit/layers.tsx'
import { forgetResolutions } from '../../src/live/resolution.ts'

// What is waited for comes at once but for the first look at a part of the console, which is loaded then: on a busy machine that takes seconds.
configure({ asyncUtilTimeout: 15_000 })
// As in a page that stands: menus and dialogs are drawn as soon as they open.
beforeAll(preloadLayers, 60_000)
afterEach(cleanup)
// How finely nodes measure is seen anew in each test.
afterEach(forgetResolutions)
