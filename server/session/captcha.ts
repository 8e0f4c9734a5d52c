import type {} from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../errors.ts'
import { countersOf, type Store } from '../http/counters.ts'
import type { Platform } from '../platform.ts'
import { drawCaptcha } from './captchaPicture.ts'
import { platformKey } from './platformKey.ts'

export const CAPTCHA_TTL_MS = 5 * 60_000
/** Longer ones were never made here, and are not worth remembering. */
const MAX_NONCE_LENGTH = 40

export const CAPTCHA_COOKIE = 'captcha'

export interface Captcha {
  /** The cookie that ties an answer to one browser, and the answer's picture, a PNG. */
  make(): Promise<{ cookie: string; image: Buffer }>
  /** Whether an answer fits a cookie. A cookie is good for one try, right or wrong. */
  check(cookie: string | undefined, answer: unknown): Promise<boolean>
}

/** The captcha of a platform. */
export const captchaOf = async ({ storage }: Pick<Platform, 'storage'>): Promise<Captcha> =>
  createCaptcha(await platformKey(storage, 'captcha_key'), storage)

/** Asks for the captcha that a call comes with; throws 400 at the field. With CAPTCHA=off any answer will do. */
export async function requireCaptcha(
  captcha: Captcha,
  { settings }: Pick<Platform, 'settings'>,
  { cookies }: FastifyRequest,
  answer: unknown,
): Promise<void> {
  if (settings.captcha && !(await captcha.check(cookies[CAPTCHA_COOKIE], answer)))
    throw new ApiError(400, 'error.captcha', {}, { captcha: { key: 'error.captcha' } })
}

/**
 * A captcha, a nuisance to robots and never the barrier: that is the limits of throttle.ts. The cookie is `expiry.nonce.signature`; the signature
 * covers the answer under a key that all processes of a platform share, so any of them can check what another drew, and a visitor who only looks
 * causes no write. That a cookie was used is kept in the database for as long as it could be used again, a restart included.
 *
 * @param storage null: remembered in memory
 */
export function createCaptcha(key: Buffer, storage: Store | null, now: () => number = () => Date.now()): Captcha {
  const counters = countersOf(storage, now)
  const sign = (expiry: number, nonce: string, answer: string): string =>
    createHmac('sha256', key).update(`${expiry}.${nonce}.${answer.toLowerCase()}`).digest('base64url')
  return {
    async make() {
      const { text, image } = await drawCaptcha()
      const expiry = now() + CAPTCHA_TTL_MS
      const nonce = randomBytes(12).toString('base64url')
      return { cookie: `${expiry}.${nonce}.${sign(expiry, nonce, text)}`, image }
    },
    async check(cookie, answer) {
      const [expiry, nonce, signature] = (cookie ?? '').split('.')
      if (!expiry || !nonce || !signature || typeof answer !== 'string' || answer.length > 20) return false
      const until = Number(expiry)
      if (!(until > now()) || nonce.length > MAX_NONCE_LENGTH) return false
      if ((await counters.spend([{ key: `captcha ${nonce}`, max: 1, window: CAPTCHA_TTL_MS }])) !== null) return false
      const expected = Buffer.from(sign(until, nonce, answer.trim()))
      const got = Buffer.from(signature)
      return expected.length === got.length && timingSafeEqual(expected, got)
    },
  }
}
