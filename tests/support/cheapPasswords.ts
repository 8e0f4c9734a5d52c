import type * as passwords from '../../server/session/passwords.ts'

/**
 * The module of passwords with hashes that cost almost nothing to make or to verify: a real hash takes a fifth of a
 * second of processor time. For files about something else, which substitute it with `vi.mock`. The real hashes are
 * tested in tests/unit/passwordTime.test.ts and tests/api/session.test.ts.
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
