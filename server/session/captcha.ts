import type {} from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../errors.ts'
import { countersOf, type Store } from '../http/counters.ts'
import type { Platform } from '../platform.ts'
import { drawCaptcha } from './captchaPicture.ts'
import { platformKey } from './platformKey.ts'

export const CAPTCHA_TTL_MS = 5 * 60_000
/** Nonces of this server are shorter; a longer one is forged, and is not worth a row. */
const MAX_NONCE_LENGTH = 40

export const CAPTCHA_COOKIE = 'captcha'

export interface Captcha {
  /** Draws a captcha: the picture, a PNG, and the cookie that ties its answer to one browser. */
  make(): Promise<{ cookie: string; image: Buffer }>
  /** Whether an answer fits a cookie. A cookie allows one try, right or wrong. */
  check(cookie: string | undefined, answer: unknown): Promise<boolean>
}

/** Returns the captcha of a platform. */
export const captchaOf = async ({ storage }: Pick<Platform, 'storage'>): Promise<Captcha> =>
  createCaptcha(await platformKey(storage, 'captcha_key'), storage)

/**
 * Requires the captcha of a call. With CAPTCHA=off every answer passes.
 * @throws {ApiError} 400 at the field where the answer is wrong
 */
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
 * Creates a captcha. It hinders simple robots; the actual barrier is the limits of throttle.ts. The cookie is
 * `expiry.nonce.signature`; the signature covers the answer under a key that all processes of a platform share, so any
 * of them can check a captcha that another drew, and drawing one writes nothing. Used cookies are stored in the
 * database for as long as they could be used again, also through a restart.
 *
 * @param storage null: used cookies are remembered in memory
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
