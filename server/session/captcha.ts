import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const LIFE = 5 * 60_000
/** More unused captchas than this are forgotten early; each is a few bytes. */
const MAX_USED = 100_000

export interface Captcha {
  /** The cookie that ties an answer to one browser, and the answer's picture. */
  make(): Promise<{ cookie: string; image: string }>
  /** Whether an answer fits a cookie. A cookie is good for one try, right or wrong. */
  check(cookie: string | undefined, answer: unknown): boolean
}

/**
 * The sign-in captcha. Stateless: the cookie is `expiry.nonce.signature`, the signature covers the answer under a key that all
 * processes of a platform share, so any of them can check what another drew and an anonymous visitor causes no write to the
 * database. That a cookie is used once is remembered in memory: a second process would let it pass once more, for another five
 * minutes, which the throttle on sign-ins covers.
 */
export function createCaptcha(key: Buffer, now: () => number = () => Date.now()): Captcha {
  const used = new Map<string, number>()
  const sign = (expiry: number, nonce: string, answer: string): string => createHmac('sha256', key).update(`${expiry}.${nonce}.${answer.toLowerCase()}`).digest('base64url')
  const sweep = (): void => {
    if (used.size < MAX_USED) return
    for (const [nonce, expiry] of used) if (expiry < now()) used.delete(nonce)
    if (used.size >= MAX_USED) used.clear()
  }
  return {
    async make() {
      const { text, data } = await draw()
      const expiry = now() + LIFE
      const nonce = randomBytes(12).toString('base64url')
      return { cookie: `${expiry}.${nonce}.${sign(expiry, nonce, text)}`, image: data }
    },
    check(cookie, answer) {
      const [expiry, nonce, signature] = (cookie ?? '').split('.')
      if (!expiry || !nonce || !signature || typeof answer !== 'string' || answer.length > 20) return false
      const until = Number(expiry)
      if (!(until > now()) || used.has(nonce)) return false
      sweep()
      used.set(nonce, until)
      const wanted = Buffer.from(sign(until, nonce, answer.trim()))
      const got = Buffer.from(signature)
      return wanted.length === got.length && timingSafeEqual(wanted, got)
    },
  }
}

/** Loaded with the first captcha: its font is half a megabyte that a server in front of an existing platform never needs. */
async function draw(): Promise<{ text: string; data: string }> {
  const { default: captcha } = await import('svg-captcha')
  return captcha.create({ size: 4, noise: 2, color: true, background: '#f2f4f7', width: 120, height: 40, fontSize: 44, ignoreChars: '0o1iIlL' })
}
