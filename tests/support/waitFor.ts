import { vi } from 'vitest'
import { upTo } from './slowness.ts'

/** Looks until `look` throws no more. By itself `vi.waitFor` gives up after a second, in which a busy machine may not have begun with what is waited for. */
export const waitFor = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, { timeout: upTo(10_000) })
