import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** What scrypt costs; stored in every hash, so that it can be raised later. OWASP's row for 16 MB of memory. */
interface Cost {
  N: number
  r: number
  p: number
}

const COST: Cost = { N: 2 ** 14, r: 8, p: 5 }

const storedForm = ({ N, r, p }: Cost, salt: Buffer, key: Buffer): string =>
  ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')

/** The hash of no password: trying one against it takes as long as against a real one. */
const NOBODY = storedForm(COST, randomBytes(16), randomBytes(32))

/**
 * The stored form of a password: `scrypt$N$r$p$salt$key`, salt and key in base64url.
 *
 * @param md5 what travels on the wire: the MD5 of what was typed, in hex (wire.md, Sign-in)
 */
export async function hashPassword(md5: string, cost: Cost = COST): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(md5, salt, cost)
  return storedForm(cost, salt, key)
}

/** Whether a password fits a stored hash. A hash of null (no such user) takes as long as a real one and fits nothing. */
export async function verifyPassword(md5: string, stored: string | null): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (stored ?? NOBODY).split('$')
  if (scheme !== 'scrypt' || !salt || !key) return false
  const expected = Buffer.from(key, 'base64url')
  const got = await derive(md5, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return expected.length === got.length && timingSafeEqual(expected, got) && stored !== null
}

/** The form a password has on the wire, for passwords that the server itself makes up or reads from its settings. */
export const md5Of = (password: string): string => createHash('md5').update(password, 'utf8').digest('hex')

export const isMd5 = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{32}$/i.test(text)

/** A password to be read from a screen and typed once: no letters that look alike, over 59 bits. */
export function randomPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from(randomBytes(12), (byte) => letters[byte % letters.length]).join('')
}

/** A user's credential for display screens: it stands in addresses, so it is none for anything else. */
export const newUserToken = (): string => randomBytes(16).toString('hex')

const derive = (md5: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(md5.toLowerCase(), salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
