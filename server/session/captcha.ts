import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { countersOf, type Store } from '../http/counters.ts'

const LIFE = 5 * 60_000
/** Longer ones were never made here, and are not worth remembering. */
const NONCE_MAX = 40

export interface Captcha {
  /** The cookie that ties an answer to one browser, and the answer's picture. */
  make(): Promise<{ cookie: string; image: string }>
  /** Whether an answer fits a cookie. A cookie is good for one try, right or wrong. */
  check(cookie: string | undefined, answer: unknown): Promise<boolean>
}

/**
 * The sign-in captcha. Stateless: the cookie is `expiry.nonce.signature`, the signature covers the answer under a key that all
 * processes of a platform share, so any of them can check what another drew, and a visitor who only looks causes no write to the
 * database. That a cookie was used is remembered by all of them together.
 *
 * @param storage null: remembered in memory
 */
export function createCaptcha(key: Buffer, storage: Store | null, now: () => number = () => Date.now()): Captcha {
  const counters = countersOf(storage, now)
  const sign = (expiry: number, nonce: string, answer: string): string => createHmac('sha256', key).update(`${expiry}.${nonce}.${answer.toLowerCase()}`).digest('base64url')
  return {
    async make() {
      const { text, data } = await draw()
      const expiry = now() + LIFE
      const nonce = randomBytes(12).toString('base64url')
      return { cookie: `${expiry}.${nonce}.${sign(expiry, nonce, text)}`, image: data }
    },
    async check(cookie, answer) {
      const [expiry, nonce, signature] = (cookie ?? '').split('.')
      if (!expiry || !nonce || !signature || typeof answer !== 'string' || answer.length > 20) return false
      const until = Number(expiry)
      if (!(until > now()) || nonce.length > NONCE_MAX) return false
      if ((await counters.spend([{ key: `captcha ${nonce}`, max: 1, window: LIFE }])) !== null) return false
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
