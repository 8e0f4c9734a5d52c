import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// What is waited for comes at once but for the first look at a part of the console, which is loaded then: on a busy machine a second is short.
configure({ asyncUtilTimeout: 5000 })
afterEach(cleanup)
