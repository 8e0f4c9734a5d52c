import type * as shortPasswords from '../../server/session/shortPasswords.ts'
import { md5 } from './call.ts'

/**
 * The module that searches for short passwords, reduced to single characters: it finds those at once, whereas the full
 * search tries all 82 million before it accepts a password, which takes some seconds of processor time. For files in
 * which setting good passwords is incidental; they substitute this module with `vi.mock`.
 * tests/unit/weakPasswords.test.ts tests the full search.
 */
export function briefly(real: typeof shortPasswords): typeof shortPasswords {
  return { ...real, isShortPassword: async (digits) => single.has(digits) && (await real.isShortPassword(digits)) }
}

const single: ReadonlySet<string> = new Set(
  Array.from({ length: 0x7f - 0x20 }, (_, at) => md5(String.fromCharCode(0x20 + at))),
)
