import type {} from '@fastify/cookie'
import type {} from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mayOpen } from '../../resources/kit/access.ts'
import { wrap } from '../../resources/kit/wire.ts'
import { project as projectResource } from '../../resources/project.ts'
import { answerOf, entityOf } from '../crud/entity.ts'
import { forbidden, invalid, signedOut } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { PAGE_COOKIE } from '../http/headers.ts'
import { createLimiter, sharedLimiter } from '../http/limiter.ts'
import { networkOf } from '../http/network.ts'
import type { Platform } from '../platform.ts'
import { CAPTCHA_COOKIE, CAPTCHA_TTL_MS, captchaOf, requireCaptcha } from './captcha.ts'
import { changePassword } from './changePassword.ts'
import { SESSION_TTL_MS, tokenHash } from './sessions.ts'
import { signIn } from './signIn.ts'
import { createThrottle } from './throttle.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

/** Registers the calls of signing in and out and of the signed-in user (wire.md, Sign-in). */
export async function sessionRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const captcha = await captchaOf(platform)
  const projects = entityOf(projectResource)
  // Drawing a captcha takes some milliseconds; a user who cannot read them asks for many.
  const drawings = createLimiter({ max: 240, window: 60_000 })
  const throttle = createThrottle(platform.storage)
  const limits = {
    throttle,
    perUser: sharedLimiter(platform.storage, 'set password', { max: 30, window: 10 * 60_000 }),
  }
  app.get(
    '/v1/captcha',
    {
      schema: callSchema({
        group: 'session',
        label: ['验证码图片', '驗證碼圖片', 'Captcha picture'],
        plain: 'image/png',
      }),
      compress: false,
      config: { public: true },
    },
    async (request, reply) => {
      drawings.take(networkOf(request.ip))
      const { cookie: value, image } = await captcha.make()
      return reply
        .setCookie(CAPTCHA_COOKIE, value, {
          path: '/v1',
          httpOnly: true,
          sameSite: 'strict',
          secure: isSecure(request),
          maxAge: CAPTCHA_TTL_MS / 1000,
        })
        .type('image/png')
        .send(image)
    },
  )

  app.post(
    '/v1/godbSystemuserlogin',
    {
      schema: callSchema({
        group: 'session',
        label: ['登录', '登入', 'Sign in'],
        body: s.record({ username: s.TEXT, password: { type: 'string', description: 'MD5, hex' }, captcha: s.TEXT }, [
          'username',
          'password',
        ]),
        answer: s.record({ token: s.TEXT, hmi_control: s.TEXT, superid: s.INT }),
      }),
      config: { public: true },
    },
    async (request, reply) => {
      const { username, password, captcha: answer } = loginFields(bodyOf(request))
      await requireCaptcha(captcha, platform, request, answer)
      const { token, user } = await signIn(platform, throttle, { username, password, address: request.ip })
      reply.clearCookie(CAPTCHA_COOKIE, { path: '/v1' }).setCookie(SIGNED_IN_COOKIE, '1', {
        path: '/',
        sameSite: 'strict',
        secure: isSecure(request),
        maxAge: SESSION_TTL_MS / 1000,
      })
      namePage(request, reply, token)
      return ok({ token, hmi_control: '1', superid: user.super_id })
    },
  )

  app.post(
    '/v1/logout',
    {
      schema: callSchema({ group: 'session', label: ['退出登录', '登出', 'Sign out'] }),
      config: { beforeNewPassword: true },
    },
    async (request, reply) => {
      await platform.sessions.end(signedInOf(request).token)
      reply.clearCookie(SIGNED_IN_COOKIE, { path: '/' }).clearCookie(PAGE_COOKIE, { path: '/' })
      return ok(null)
    },
  )

  // Turns the session into that of a wall screen, which stays signed in (wire.md, Sign-in); other sessions end after 30
  // days.
  app.post(
    '/v1/renew',
    {
      schema: callSchema({
        group: 'session',
        label: [
          '成为大屏会话并延长',
          '成為大螢幕工作階段並延長',
          'Make the session one of a wall screen, or extend it',
        ],
        answer: s.record({ expires_at: s.INT }),
      }),
    },
    async (request) => {
      const { caller, token } = signedInOf(request)
      if (!mayOpen(caller, BIG_SCREEN)) throw forbidden()
      const expires_at = await platform.sessions.renew(token)
      if (expires_at === null) throw signedOut()
      return ok({ expires_at })
    },
  )

  app.get(
    '/v1/godbMyInfo',
    {
      schema: callSchema({
        group: 'session',
        label: ['当前用户', '目前使用者', 'The signed-in user'],
        answer: s.record({
          id: s.INT,
          username: s.TEXT,
          nickname: s.TEXT,
          super_id: s.INT,
          menu_control: s.schemaRef('Wrapped'),
          user_token: s.TEXT,
          project_id: s.INT,
          typemap: s.schemaRef('Wrapped'),
          distr_map: s.schemaRef('Wrapped'),
          changepassword: s.ZERO_OR_ONE,
          wall: s.ZERO_OR_ONE,
        }),
      }),
      config: { beforeNewPassword: true },
    },
    async (request, reply) => {
      const { user, token, wall } = signedInOf(request)
      namePage(request, reply, token)
      return ok({
        id: user.id,
        username: user.username,
        nickname: user.nickname,
        super_id: user.super_id,
        menu_control: wrap(user.menu_control),
        // The credential for display screens opens more than the big screen shows.
        user_token: wall ? null : user.user_token,
        project_id: user.project_id,
        typemap: wrap(user.typemap),
        distr_map: wrap(user.distr_map),
        changepassword: user.changepassword ?? 0,
        wall: wall ? 1 : 0,
      })
    },
  )

  app.get(
    '/v1/godbMyProject',
    {
      schema: callSchema({
        group: 'session',
        label: ['当前项目', '目前專案', 'The project of the signed-in user'],
        answer: s.schemaRef('project'),
      }),
      config: { beforeProject: true },
    },
    async (request) => {
      const { user, caller } = signedInOf(request)
      const { project_id } = user
      if (project_id === null) return ok(null)
      const row = await platform.storage.read
        .selectFrom('project')
        .selectAll()
        .where('id', '=', project_id)
        .executeTakeFirst()
      return ok(row ? answerOf(platform, projects, { ...row }, undefined, caller) : null)
    },
  )

  app.put(
    '/v1/godbSystemuserPassword',
    {
      schema: callSchema({
        group: 'session',
        label: ['修改密码', '變更密碼', 'Change a password'],
        // Without user_id the password is the caller's own.
        body: s.record({ user_id: s.INT, my_passwd: s.TEXT, user_passwd: s.TEXT, endpoint: s.TEXT }, [
          'my_passwd',
          'user_passwd',
        ]),
      }),
      config: { beforeNewPassword: true },
    },
    async (request) => {
      await changePassword(platform, limits, signedInOf(request), bodyOf(request), request.ip)
      return ok(null)
    },
  )
}

/** The menu key of /BigScreen. */
const BIG_SCREEN = '8'
/**
 * Cookie that tells the console's page which of its two halves to load first (http/console.ts). It is no credential.
 */
const SIGNED_IN_COOKIE = 'signedin'

/**
 * Sets the cookie that names the user of a page before any of its scripts run: the hash of the token, which grants no
 * access (routes/videoSources.ts).
 */
function namePage(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const value = tokenHash(token)
  if (request.cookies[PAGE_COOKIE] !== value)
    reply.setCookie(PAGE_COOKIE, value, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(request),
      maxAge: SESSION_TTL_MS / 1000,
    })
}

/** A cookie that is set by TLS (the server's own or, with TRUST_PROXY, a proxy's) is sent by TLS only. */
const isSecure = ({ protocol }: FastifyRequest): boolean => protocol === 'https'

function loginFields(body: Record<string, unknown>): { username: string; password: string; captcha: unknown } {
  const { username, password, captcha } = body
  const given = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
  if (given(username) && given(password) && username.length <= 200)
    return { username: username.trim(), password: password.trim(), captcha }
  throw invalid({
    ...(!given(username) && { username: { key: 'error.rule.required' } }),
    ...(!given(password) && { password: { key: 'error.rule.required' } }),
    ...(given(username) && username.length > 200 && { username: { key: 'error.rule.maxLength', args: { max: 200 } } }),
  })
}
