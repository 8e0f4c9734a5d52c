import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorText } from '../../i18n/errors.ts'
import { area } from '../../resources/area.ts'
import { contact } from '../../resources/contact.ts'
import { mayUse } from '../../resources/kit/access.ts'
import { resourceOf } from '../../resources/index.ts'
import { isInScope, scopeOf } from '../crud/scope.ts'
import { ApiError, badRequest, forbidden, notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { idOf } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { sharedLimiter } from '../http/limiter.ts'
import { languageOf } from '../language.ts'
import type { Platform, SignedIn } from '../platform.ts'
import { failureReason } from '../send/retry.ts'
import { callbackRoutes } from './callback.ts'
import { officialCode } from './official.ts'
import { pageRoutes } from './page.ts'
import { createBindingScenes, SCENE_TTL_SECONDS, type BindingCode } from './scenes.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

/**
 * Registers the calls that bind a contact's WeChat by a scan of a QR code (spec 2 §4). With WX_APPID, WX_SECRET and
 * WX_TOKEN the code is one of the official account, and the scan is reported to /v1/wechat/callback; without them the
 * code opens a page of this server.
 */
export async function wechatRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { settings } = platform
  const scenes = createBindingScenes(platform.storage)
  const perUser = sharedLimiter(platform.storage, 'wechat', { max: 60, window: 10 * 60_000 })
  const official = settings.wechat !== null && settings.wechatToken !== null

  app.get<{ Params: { districtId: string; randomId: string } }>(
    '/v1/getWxQrScene/:districtId/:randomId',
    {
      schema: callSchema({
        group: 'files',
        label: ['微信绑定二维码', '微信綁定 QR 碼', 'QR code that binds WeChat'],
        answer: s.record({ ticket: s.TEXT, url: s.TEXT, expire_seconds: s.INT }),
      }),
    },
    async (request) => {
      const signedIn = signedInOf(request)
      checkRight(signedIn)
      const { randomId } = request.params
      if (!RANDOM_ID.test(randomId)) throw badRequest()
      const districtId = await areaOf(platform, signedIn, request.params.districtId)
      await perUser.take(String(signedIn.user.id))
      const code = official ? await fromWechat(platform, randomId) : localCode(platform, request)
      if (!(await scenes.begin({ randomId, districtId, userId: signedIn.user.id, ticket: code.ticket })))
        throw new ApiError(409, 'error.conflict')
      return ok({ ...code, expire_seconds: SCENE_TTL_SECONDS })
    },
  )

  app.get<{ Params: { randomId: string } }>(
    '/v1/getWxQrUserOpenId/:randomId',
    {
      schema: callSchema({
        group: 'files',
        label: ['微信扫码结果', '微信掃描結果', 'Who scanned the QR code'],
        answer: s.record({ openid: s.TEXT }),
      }),
    },
    async (request) => {
      const signedIn = signedInOf(request)
      checkRight(signedIn)
      const found = await scenes.state(request.params.randomId, signedIn.user.id)
      if (found.state === 'scanned') return ok({ openid: found.openid })
      const key = found.state === 'expired' ? 'error.wechat.expired' : 'error.wechat.waiting'
      return {
        code: found.state === 'expired' ? EXPIRED : WAITING,
        msg: errorText(languageOf(request.headers['accept-language']), key),
        data: null,
      }
    },
  )

  if (settings.wechatToken !== null) await app.register(callbackRoutes, { scenes, token: settings.wechatToken })
  if (!official) await app.register(pageRoutes, { scenes, storage: platform.storage })
}

/** Codes of getWxQrUserOpenId, with HTTP status 200 (wire.md, Management). */
const EXPIRED = 1
const WAITING = 2

/** It also serves as WeChat's scene, which may have 64 characters. */
const RANDOM_ID = /^[\w.-]{1,64}$/

function checkRight({ caller }: SignedIn): void {
  const contacts = resourceOf(contact.path)
  if (!mayUse(caller, contacts, 'create') && !mayUse(caller, contacts, 'edit')) throw forbidden()
}

/** Returns the contact's area, which the caller has to manage. */
async function areaOf({ storage, registry }: Platform, { caller }: SignedIn, text: string): Promise<number> {
  const id = idOf(text)
  const row =
    id === null
      ? undefined
      : await storage.readAny.selectFrom('district').selectAll().where('id', '=', id).executeTakeFirst()
  if (id === null || !row || !isInScope(row, scopeOf(caller, resourceOf(area.path), registry))) throw notFound()
  return id
}

async function fromWechat({ settings, log }: Platform, randomId: string): Promise<BindingCode> {
  try {
    return await officialCode(settings, randomId, SCENE_TTL_SECONDS)
  } catch (error) {
    log.warn({ err: failureReason(error) }, 'no QR code from WeChat')
    throw new ApiError(503, 'error.wechat.failed')
  }
}

/**
 * Makes a code of this server, under the address that the operator set: the address of this request may be known only
 * to this machine or its proxy, but not to a phone.
 */
function localCode({ settings }: Platform, request: FastifyRequest): BindingCode {
  const ticket = randomBytes(24).toString('hex')
  return { ticket, url: `${settings.publicUrl ?? `${request.protocol}://${request.host}`}/wx/${ticket}` }
}
