import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mayUse } from '../../../resources/kit/access.ts'
import { channel as channelResource } from '../../../resources/channel.ts'
import { entityOf } from '../../crud/entity.ts'
import { rowFromInput } from '../../crud/input.ts'
import { isInScope, scopeOf } from '../../crud/scope.ts'
import { forbidden, invalid, notFound } from '../../errors.ts'
import { signedInOf } from '../../http/auth.ts'
import { bodyOf, recordId } from '../../http/body.ts'
import { ok } from '../../http/envelope.ts'
import { createLimiter } from '../../http/limiter.ts'
import { languageOf } from '../../language.ts'
import { callSchema } from '../../openapi/call.ts'
import * as s from '../../openapi/parts.ts'
import type { Platform } from '../../platform.ts'
import { canSendAgain } from '../../send/again.ts'
import type { Row } from '../../storage/row.ts'
import { storedOutcomeText, problemJson } from '../explain.ts'
import type { Rule } from '../rules.ts'
import { areKeys } from './browser.ts'
import { completeChannel } from './complete.ts'
import { lastMessages } from './lastMessages.ts'
import type { AlarmEvent } from './news.ts'
import { vapidKeys } from './vapid.ts'
import { newsIn, type ChannelRow } from './rows.ts'
import { sendToChannel, type ChannelAddress } from './send.ts'

interface One {
  Params: { id: string }
}

/** The part of a channel that a test needs. */
type ChannelDraft = ChannelAddress & Pick<ChannelRow, 'language'>

const entity = entityOf(channelResource)
/** Most browsers of one account. */
const MAX_BROWSERS = 20

/** Registers the test of a channel, the outcome of its last messages, and browsers opting in and out of push. */
export async function channelRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { storage, settings, registry } = platform
  const perUser = createLimiter({ max: 20, window: 60_000 })

  const visible = async (request: FastifyRequest<One>, action: 'list' | 'edit'): Promise<ChannelRow> => {
    const { caller } = signedInOf(request)
    if (!mayUse(caller, channelResource, action)) throw forbidden()
    const row = await storage.read
      .selectFrom('alarmchannel')
      .selectAll()
      .where('id', '=', recordId(request.params.id))
      .executeTakeFirst()
    if (!row || !isInScope({ ...row }, scopeOf(caller, channelResource, registry))) throw notFound()
    return row
  }

  /** Sends one test message to a channel as it is stored, or as an unsaved form would store it. */
  const test = async (request: FastifyRequest, old: ChannelRow | null) => {
    perUser.take(String(signedInOf(request).user.id))
    const row = await drafted(request, old)
    const manner = { timeZone: settings.timeZone, language: settings.alarmLanguage, publicUrl: settings.publicUrl }
    const reader = languageOf(request.headers['accept-language'])
    const news = newsIn(registry, undefined, row, sampleOf(row.project_id ?? 0), manner)
    const sent = await sendToChannel(platform, row, { id: 0, deviceId: 0, news })
    return ok({ ok: sent.ok, explained: storedOutcomeText(problemJson(sent.explained), reader) ?? '' })
  }
  const drafted = async (request: FastifyRequest, old: ChannelRow | null): Promise<ChannelDraft> => {
    const values = (request.body ?? null) === null ? {} : bodyOf(request)
    if (old && Object.keys(values).length === 0) return old
    // The message does not contain the channel's name: a form can be tested before it has one.
    const row = rowFromInput(entity, { ...values, name: 'test' }, old && { ...old }, signedInOf(request).caller)
    await completeChannel({ platform, row, old: old && { ...old } })
    return row as Row & ChannelDraft
  }
  const tested = () =>
    callSchema({
      group: 'alarm',
      label: ['测试通知渠道', '測試通知管道', 'Send a test to a channel'],
      answer: s.record({ ok: { type: 'boolean' }, explained: s.TEXT }, ['ok', 'explained']),
    })
  app.post<One>('/v1/alarmChannel/:id/test', { schema: tested() }, async (request) =>
    test(request, await visible(request, 'edit')),
  )
  app.post('/v1/alarmChannel/test', { schema: tested() }, async (request) => {
    if (!mayUse(signedInOf(request).caller, channelResource, 'create')) throw forbidden()
    return test(request, null)
  })

  app.get<One>(
    '/v1/alarmChannel/:id/results',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['渠道的发送结果', '管道的傳送結果', 'Delivery of the messages of a channel'],
        answer: s.listOf(
          s.record({
            id: s.INT,
            thresholdlog_id: s.INT,
            alarm_time: s.TIME,
            send_data: s.TEXT,
            send_ok: s.INT,
            attempts: s.INT,
            next_at: s.maybe(s.TIME),
            explained: s.maybe(s.TEXT),
            again: s.ZERO_OR_ONE,
          }),
        ),
      }),
    },
    async (request) => {
      const channel = await visible(request, 'list')
      const language = languageOf(request.headers['accept-language'])
      const rows = await lastMessages(platform, signedInOf(request).caller, channel)
      return ok(
        rows.map(({ alarm_type, claimed_at, ...row }) => ({
          ...row,
          send_ok: Math.max(row.send_ok, -1),
          explained: storedOutcomeText(row.explained, language),
          again: canSendAgain({ ...row, alarm_type, claimed_at }) ? 1 : 0,
        })),
      )
    },
  )

  app.get(
    '/v1/alarmPush',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['浏览器推送的公钥', '瀏覽器推播的公鑰', 'The public key of browser push'],
        answer: s.record({ key: s.TEXT, browsers: s.INT, endpoints: s.listOf(s.TEXT) }, [
          'key',
          'browsers',
          'endpoints',
        ]),
      }),
    },
    async (request) => {
      const { user } = signedInOf(request)
      const { publicKey } = await vapidKeys(storage)
      const rows = await storage.read
        .selectFrom('pushsubscription')
        .select('endpoint')
        .where('user_id', '=', user.id)
        .execute()
      return ok({ key: publicKey, browsers: rows.length, endpoints: rows.map(({ endpoint }) => endpoint) })
    },
  )

  app.post(
    '/v1/alarmPush',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['开启浏览器推送', '開啟瀏覽器推播', 'Opt this browser in to push'],
        body: s.record({ endpoint: s.TEXT, keys: s.record({ p256dh: s.TEXT, auth: s.TEXT }, ['p256dh', 'auth']) }, [
          'endpoint',
          'keys',
        ]),
      }),
    },
    async (request) => {
      const { user } = signedInOf(request)
      perUser.take(String(user.id))
      const { endpoint, p256dh, auth } = readSubscription(bodyOf(request))
      const row = {
        user_id: user.id,
        p256dh,
        auth,
        language: languageOf(request.headers['accept-language']),
        created_at: Date.now(),
      }
      await storage.write(async (trx) => {
        await trx
          .insertInto('pushsubscription')
          .values({ ...row, endpoint })
          .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
          .execute()
        const old = await trx
          .selectFrom('pushsubscription')
          .select('id')
          .where('user_id', '=', user.id)
          .orderBy('id', 'desc')
          .offset(MAX_BROWSERS)
          .limit(MAX_BROWSERS)
          .execute()
        for (const { id } of old) await trx.deleteFrom('pushsubscription').where('id', '=', id).execute()
      })
      return ok(null)
    },
  )

  app.put(
    '/v1/alarmPush',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['关闭浏览器推送', '關閉瀏覽器推播', 'Opt this browser out of push'],
        body: s.record({ endpoint: s.TEXT }, ['endpoint']),
      }),
    },
    async (request) => {
      const { user } = signedInOf(request)
      const { endpoint } = bodyOf(request)
      await storage.write((trx) =>
        trx
          .deleteFrom('pushsubscription')
          .where('user_id', '=', user.id)
          .where('endpoint', '=', String(endpoint))
          .execute(),
      )
      return ok(null)
    },
  )

  /** Returns a made-up alarm for a test message. */
  const sampleOf = (project: number): AlarmEvent => {
    const now = Date.now()
    const rule: Rule = {
      id: 0,
      name: '',
      project_id: project,
      devices: [],
      nodemap_id: 0,
      operator: 0,
      x: 75,
      y: 75,
      hold: 0,
      interval: 0,
      minOff: 0,
      level: 4,
      message: '',
      back: null,
      phones: [],
      emails: [],
      wechats: [],
      channels: [],
      tell: new Map(),
      ganged: null,
    }
    return { kind: 'test', rule, deviceId: 0, value: 82, level: 4, since: now, at: now }
  }
}

/** Reads a browser's subscription: an https address of its push service, and keys. Throws 400. */
function readSubscription(body: Record<string, unknown>): { endpoint: string; p256dh: string; auth: string } {
  const { endpoint } = body
  const { p256dh, auth } = (body['keys'] ?? {}) as Record<string, unknown>
  const right =
    typeof endpoint === 'string' &&
    endpoint.length <= 1000 &&
    URL.canParse(endpoint) &&
    new URL(endpoint).protocol === 'https:' &&
    typeof p256dh === 'string' &&
    typeof auth === 'string' &&
    areKeys({ p256dh, auth })
  if (!right) throw invalid({ endpoint: { key: 'error.channel.subscription' } })
  return { endpoint, p256dh, auth }
}
