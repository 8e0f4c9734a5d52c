import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/**
 * Cost of scrypt; stored in every hash, so that it can be raised later. The values are OWASP's row for 16 MB of memory.
 */
interface Cost {
  N: number
  r: number
  p: number
}

const COST: Cost = { N: 2 ** 14, r: 8, p: 5 }

const storedForm = ({ N, r, p }: Cost, salt: Buffer, key: Buffer): string =>
  ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')

/** A hash that no password has: verifying against it takes as long as against a real one. */
const NOBODY = storedForm(COST, randomBytes(16), randomBytes(32))

/**
 * Returns the stored form of a password: `scrypt$N$r$p$salt$key`, salt and key in base64url.
 *
 * @param md5 the MD5 of the typed password in hex, as it is sent on the wire (wire.md, Sign-in)
 */
export async function hashPassword(md5: string, cost: Cost = COST): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(md5, salt, cost)
  return storedForm(cost, salt, key)
}

/** Whether a password matches a stored hash. Null (no such user) takes as long as a real hash and never matches. */
export async function verifyPassword(md5: string, stored: string | null): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (stored ?? NOBODY).split('$')
  if (scheme !== 'scrypt' || !salt || !key) return false
  const expected = Buffer.from(key, 'base64url')
  const got = await derive(md5, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return expected.length === got.length && timingSafeEqual(expected, got) && stored !== null
}

/**
 * Returns the form that a password has on the wire, for passwords that the server generates or reads from its settings.
 */
export const md5Of = (password: string): string => createHash('md5').update(password, 'utf8').digest('hex')

export const isMd5 = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{32}$/i.test(text)

/** Generates a password to be read from a screen and typed once: without letters that look alike, over 59 bits. */
export function randomPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from(randomBytes(12), (byte) => letters[byte % letters.length]).join('')
}

/** Generates a user's credential for display screens. It appears in addresses, so it must not grant anything else. */
export const newUserToken = (): string => randomBytes(16).toString('hex')

const derive = (md5: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(md5.toLowerCase(), salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
