import type * as passwords from '../../server/session/passwords.ts'

/**
 * The module of passwords with hashes that cost nothing to make or to try: a real one takes a fifth of a second of a processor each time. For files
 * about something else, which stand it in with `vi.mock`; the real ones: tests/unit/passwordTime.test.ts, tests/api/session.test.ts.
 */
export async function cheaply(real: typeof passwords): Promise<typeof passwords> {
  const hashPassword = (md5: string): Promise<string> => real.hashPassword(md5, { N: 16, r: 8, p: 1 })
  const nobody = await hashPassword(real.md5Of(real.randomPassword()))
  return {
    ...real,
    hashPassword,
    verifyPassword: async (md5, stored) => (await real.verifyPassword(md5, stored ?? nobody)) && stored !== null,
  }
}
