import { vi } from 'vitest'
import { upTo } from './slowness.ts'

/**
 * Retries until `look` stops throwing. The default of `vi.waitFor` gives up after a second, within which a busy machine
 * may not even have begun the work.
 */
export const waitFor = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, { timeout: upTo(10_000) })
