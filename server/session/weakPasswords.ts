import type { Problem } from '../../resources/kit/rules.ts'
import { StartError } from '../settings.ts'
import { md5Of, verifyPassword } from './passwords.ts'
import { isShortPassword } from './shortPasswords.ts'

/**
 * Returns why a password may not be set, or null. Only the MD5 arrives, so it is compared with the MD5 of the empty
 * text, of all texts of one to four characters, of the user's own name, of the password that is replaced, and of the
 * most common passwords (docs/decisions/0013-weak-passwords.md).
 *
 * @param old the stored hash of the password that is replaced; null where there is none
 */
export async function weaknessOf(
  md5: string,
  { username, old }: { username: string; old: string | null },
): Promise<Problem | null> {
  const digits = md5.toLowerCase()
  if (digits === md5Of('')) return { key: 'error.rule.required' }
  if (spellings(username).some((name) => digits === md5Of(name))) return { key: 'error.password.name' }
  if (await isCommon(digits)) return { key: 'error.password.common' }
  if (old !== null && (await verifyPassword(digits, old))) return { key: 'error.password.same' }
  return (await isShortPassword(digits)) ? { key: 'error.password.short' } : null
}

/**
 * Returns ADMIN_PASSWORD, where it is about to be set.
 * @throws {StartError} where it is weak
 */
export async function strongAdminPassword(password: string, username: string): Promise<string> {
  const weak = [...password].length < 5 || spellings(username).includes(password) || (await isCommon(md5Of(password)))
  if (weak)
    throw new StartError(
      'ADMIN_PASSWORD is one of the commonest passwords, the name of the account, or shorter than five characters; set another.',
    )
  return password
}

const spellings = (name: string): string[] => [
  name,
  name.toLowerCase(),
  name.toUpperCase(),
  name.charAt(0).toUpperCase() + name.slice(1).toLowerCase(),
]

/**
 * Whether an MD5 is that of a common password. Compares the first four bytes: one password in 300,000 is mistaken for a
 * common one.
 */
async function isCommon(md5: string): Promise<boolean> {
  const { commonPasswords } = await import('./commonPasswords.ts')
  const prefixes = Buffer.from(commonPasswords, 'base64')
  const wanted = Number.parseInt(md5.slice(0, 8), 16)
  let [low, high] = [0, prefixes.length / 4]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (prefixes.readUInt32BE(middle * 4) < wanted) low = middle + 1
    else high = middle
  }
  return low < prefixes.length / 4 && prefixes.readUInt32BE(low * 4) === wanted
}
