import { describe, expect, it } from 'vitest'
import { hashPassword, md5Of, randomPassword } from '../../server/session/passwords.ts'
import { isShortPassword } from '../../server/session/shortPasswords.ts'
import { strongAdminPassword, weaknessOf } from '../../server/session/weakPasswords.ts'

/** Timeout, ms: all 82 million passwords are tried, which takes two seconds of an otherwise idle core. */
const PATIENCE = 60_000
const CHEAP = { N: 16, r: 1, p: 1 }

describe('weak passwords', () => {
  it(
    'of one to four characters are detected by their MD5',
    async () => {
      for (const text of ['a', '~', ' ', '42', ' ~', 'a1!', '~~~', '    ', '!Z9~', '~~~~'])
        expect([text, await isShortPassword(md5Of(text))]).toEqual([text, true])
    },
    PATIENCE,
  )

  it(
    'with five characters are not detected as short',
    async () => {
      expect(await isShortPassword(md5Of('abcde'))).toBe(false)
    },
    PATIENCE,
  )

  it(
    'are rejected with the reason',
    async () => {
      const old = await hashPassword(md5Of('the one before'), CHEAP)
      const why = async (text: string, username = 'Kestrel') =>
        (await weaknessOf(md5Of(text).toUpperCase(), { username, old }))?.key ?? null
      expect(await why('')).toBe('error.rule.required')
      for (const name of ['Kestrel', 'kestrel', 'KESTREL']) expect(await why(name)).toBe('error.password.name')
      expect(await why('the one before')).toBe('error.password.same')
      expect(await why(' 7!x')).toBe('error.password.short')
      // The most common passwords of the world's lists, and common ones from China.
      for (const common of [
        '123456',
        'password',
        'Password1',
        'qwertyuiop',
        'admin123',
        '5201314',
        'a123456',
        'qq123456',
        '1qaz2wsx',
        'zaq12wsx',
        'iloveyou',
      ])
        expect([common, await why(common)]).toEqual([common, 'error.password.common'])
      expect(await why(randomPassword())).toBeNull()
    },
    PATIENCE,
  )

  it('are rejected as ADMIN_PASSWORD', async () => {
    for (const weak of ['abcd', 'Admin', 'password1'])
      await expect(strongAdminPassword(weak, 'admin')).rejects.toThrow(/^ADMIN_PASSWORD is one of the commonest/)
    expect(await strongAdminPassword('kestrel-9-harbour', 'admin')).toBe('kestrel-9-harbour')
  })
})
