import type {} from '@fastify/cookie'
import type {} from '@fastify/compress'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mayOpen } from '../../resources/kit/access.ts'
import { toWire, wrap } from '../../resources/kit/wire.ts'
import { project as projectResource } from '../../resources/project.ts'
import { ApiError, forbidden, invalid, signedOut } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import type { Platform } from '../platform.ts'
import { createCaptcha, type Captcha } from './captcha.ts'
import { changePassword } from './changePassword.ts'
import { platformKey } from './platformKey.ts'
import { LIFE } from './sessions.ts'
import { signIn } from './signIn.ts'
import { createThrottle } from './throttle.ts'

/** Signing in and out, and who one is (wire.md, Sign-in). */
export async function sessionRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const captcha = createCaptcha(await platformKey(platform.storage, 'captcha_key'), platform.storage)
  const throttle = createThrottle(platform.storage)
  app.get('/v1/captcha', { compress: false, config: { public: true } }, async (request, reply) => {
    const { cookie: value, image } = await captcha.make()
    return reply.setCookie(CAPTCHA_COOKIE, value, { path: '/v1', httpOnly: true, sameSite: 'strict', secure: isSecure(request), maxAge: 300 }).type('image/svg+xml').send(image)
  })

  app.post('/v1/godbSystemuserlogin', { config: { public: true } }, async (request, reply) => {
    const { username, password, captcha: answer } = loginFields(bodyOf(request))
    if (platform.settings.captcha) await checkCaptcha(captcha, request.cookies[CAPTCHA_COOKIE], answer)
    const { token, user } = await signIn(platform, throttle, { username, password, address: request.ip })
    reply.clearCookie(CAPTCHA_COOKIE, { path: '/v1' }).setCookie(SIGNED_IN_COOKIE, '1', { path: '/', sameSite: 'strict', secure: isSecure(request), maxAge: LIFE / 1000 })
    return ok({ token, hmi_control: '1', superid: user.super_id })
  })

  app.post('/v1/logout', { config: { beforeNewPassword: true } }, async (request, reply) => {
    await platform.sessions.end(signedInOf(request).token)
    reply.clearCookie(SIGNED_IN_COOKIE, { path: '/' })
    return ok(null)
  })

  // A screen on a wall that is left signed in (wire.md, Sign-in); everybody else signs in again after 30 days.
  app.post('/v1/renew', async (request) => {
    const { caller, token } = signedInOf(request)
    if (!mayOpen(caller, BIG_SCREEN)) throw forbidden()
    const expires_at = await platform.sessions.renew(token)
    if (expires_at === null) throw signedOut()
    return ok({ expires_at })
  })

  app.get('/v1/godbMyInfo', { config: { beforeNewPassword: true } }, async (request) => {
    const { user } = signedInOf(request)
    return ok({
      id: user.id,
      username: user.username,
      nickname: user.nickname,
      super_id: user.super_id,
      menu_control: wrap(user.menu_control),
      user_token: user.user_token,
      project_id: user.project_id,
      typemap: wrap(user.typemap),
      distr_map: wrap(user.distr_map),
      changepassword: user.changepassword ?? 0,
    })
  })

  app.get('/v1/godbMyProject', { config: { beforeProject: true } }, async (request) => {
    const { project_id } = signedInOf(request).user
    if (project_id === null) return ok(null)
    const row = await platform.storage.read.selectFrom('project').selectAll().where('id', '=', project_id).executeTakeFirst()
    return ok(row ? toWire(projectResource, row) : null)
  })

  app.put('/v1/godbSystemuserPassword', { config: { beforeNewPassword: true } }, async (request) => {
    await changePassword(platform, throttle, signedInOf(request), bodyOf(request), request.ip)
    return ok(null)
  })
}

/** The menu key of /BigScreen. */
const BIG_SCREEN = '8'
const CAPTCHA_COOKIE = 'captcha'
/** Not a credential: tells the console's page which of its two halves to load first (http/console.ts). */
const SIGNED_IN_COOKIE = 'signedin'

/** Behind TLS (its own or, with TRUST_PROXY, a proxy's) a cookie never travels without it again. */
const isSecure = ({ protocol }: FastifyRequest): boolean => protocol === 'https'

function loginFields(body: Record<string, unknown>): { username: string; password: string; captcha: unknown } {
  const { username, password, captcha } = body
  const given = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
  if (given(username) && given(password) && username.length <= 200) return { username: username.trim(), password: password.trim(), captcha }
  throw invalid({
    ...(!given(username) && { username: { key: 'error.rule.required' } }),
    ...(!given(password) && { password: { key: 'error.rule.required' } }),
    ...(given(username) && username.length > 200 && { username: { key: 'error.rule.maxLength', args: { max: 200 } } }),
  })
}

async function checkCaptcha(captcha: Captcha, cookieValue: string | undefined, answer: unknown): Promise<void> {
  if (!(await captcha.check(cookieValue, answer))) throw new ApiError(400, 'error.captcha', {}, { captcha: { key: 'error.captcha' } })
}
