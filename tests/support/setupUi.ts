import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { forgetResolutions } from '../../src/live/resolution.ts'

// What is waited for comes at once but for the first look at a part of the console, which is loaded then: on a busy machine that takes seconds.
configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)
// How finely nodes measure is seen anew in each test.
afterEach(forgetResolutions)
