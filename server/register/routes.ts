import type { FastifyInstance } from 'fastify'
import { errorText } from '../../i18n/errors.ts'
import { rules } from '../../resources/kit/rules.ts'
import { DAY, MINUTE } from '../../resources/kit/zone.ts'
import { ApiError, invalid } from '../errors.ts'
import { bodyOf } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { sharedLimiter } from '../http/limiter.ts'
import { networkOf } from '../http/network.ts'
import { languageOf } from '../language.ts'
import type { Platform } from '../platform.ts'
import { sendSms } from '../send/sms.ts'
import { captchaOf, requireCaptcha } from '../session/captcha.ts'
import { platformKey } from '../session/platformKey.ts'
import { weaknessOf } from '../session/weakPasswords.ts'
import { createAccount, readRegistration } from './account.ts'
import { createCodes } from './codes.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

/**
 * Registers the calls of registration (wire.md, Sign-in): both are public, so every cost that they cause has a limit.
 */
export async function registerRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const captcha = await captchaOf(platform)
  const codes = createCodes(platform.storage, await platformKey(platform.storage, 'smscode_key'))
  const perAddress = sharedLimiter(platform.storage, 'sms address', { max: 10, window: 10 * MINUTE })
  const perPhone = sharedLimiter(platform.storage, 'sms phone', { max: 10, window: DAY })
  // Messages cost money: this limit holds for all addresses together.
  const inAll = sharedLimiter(platform.storage, 'sms', { max: 300, window: 60 * MINUTE })
  const tries = sharedLimiter(platform.storage, 'register address', { max: 20, window: 10 * MINUTE })

  app.get<{ Querystring: { phone?: unknown; captcha?: unknown } }>(
    '/v1/getVerificationCode',
    {
      schema: callSchema({
        group: 'session',
        label: ['短信验证码', '簡訊驗證碼', 'Send a registration code by text message'],
        query: { phone: s.TEXT, captcha: s.TEXT },
      }),
      config: { public: true },
      exposeHeadRoute: false,
    },
    async (request) => {
      const phone = typeof request.query.phone === 'string' ? request.query.phone.trim() : ''
      const problem = phone === '' ? { key: 'error.rule.required' } : rules.phone(phone)
      if (problem) throw invalid({ phone: problem })
      // A captcha keeps out scripts that loop over numbers: each message costs money and disturbs its recipient.
      await requireCaptcha(captcha, platform, request, request.query.captcha)
      await perAddress.take(networkOf(request.ip))
      const code = await codes.make(phone)
      await perPhone.take(phone)
      await inAll.take('all')
      const content = errorText(languageOf(request.headers['accept-language']), 'error.register.content', { code })
      const sent = await sendSms(platform, { phone, content, projectId: null })
      // Without SMS_URL the message is in the outbox, as intended.
      if (!sent.ok && platform.settings.smsUrl !== null) {
        await codes.drop(phone)
        throw new ApiError(503, 'error.register.sms')
      }
      return ok(null)
    },
  )

  app.post(
    '/v1/RegisterSystemuser',
    {
      schema: callSchema({
        group: 'session',
        label: ['注册', '註冊', 'Register'],
        body: s.record({ name: s.TEXT, pass: s.TEXT, phonecode: s.TEXT, phone: s.TEXT, email: s.TEXT }, [
          'name',
          'pass',
          'phonecode',
          'phone',
        ]),
      }),
      config: { public: true },
    },
    async (request) => {
      const registration = readRegistration(bodyOf(request))
      await tries.take(networkOf(request.ip))
      // The code is checked first: without it a caller must not learn which names are taken.
      if (!(await codes.check(registration.phone, registration.phonecode)))
        throw invalid({ phonecode: { key: 'error.register.code' } })
      const weak = await weaknessOf(registration.pass, { username: registration.name, old: null })
      if (weak) throw invalid({ pass: weak })
      await createAccount(platform, registration)
      return ok(null)
    },
  )
}
