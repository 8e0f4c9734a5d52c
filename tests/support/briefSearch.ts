import type * as shortPasswords from '../../server/session/shortPasswords.ts'
import { md5 } from './call.ts'

/**
 * The module of the search for short passwords, where it is asked about single characters alone: those it finds at once, while before it lets a password
 * pass it tries all 82 million, some seconds of a processor. For files that set good passwords by the way, which stand it in with `vi.mock`; the whole
 * search: tests/unit/weakPasswords.test.ts.
 */
export function briefly(real: typeof shortPasswords): typeof shortPasswords {
  return { ...real, isShortPassword: async (digits) => single.has(digits) && (await real.isShortPassword(digits)) }
}

const single: ReadonlySet<string> = new Set(
  Array.from({ length: 0x7f - 0x20 }, (_, at) => md5(String.fromCharCode(0x20 + at))),
)
