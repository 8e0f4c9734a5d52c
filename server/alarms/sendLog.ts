import type { FastifyInstance } from 'fastify'
import type { Selectable, Transaction } from 'kysely'
import type { Language } from '../../i18n/types.ts'
import { channel as channelResource } from '../../resources/channel.ts'
import { mayOpen, mayUse, type Caller } from '../../resources/kit/access.ts'
import { wrap } from '../../resources/kit/wire.ts'
import { logOperation } from '../crud/operations.ts'
import { isInScope, scopeOf, watchesSomeAreas } from '../crud/scope.ts'
import { ApiError, forbidden, notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { recordId } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { createLimiter } from '../http/limiter.ts'
import { languageOf } from '../language.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'
import type { Platform, SignedIn } from '../platform.ts'
import { canSendAgain, waitAgain } from '../send/again.ts'
import { CLAIMED } from '../send/queue.ts'
import { PENDING } from '../send/types.ts'
import type { AnyTables, Tables } from '../storage/types.ts'
import { episodeScope } from './episodes/list.ts'
import { readerOf } from './episodes/request.ts'
import { storedOutcomeText } from './explain.ts'
import { alarmRecordResource, SENT_COLUMNS } from './record.ts'
import { isDigest } from './storm/mark.ts'

interface One {
  Params: { id: string }
}

type Sending = Selectable<Tables['alarmsendlog']>

/** Most rows of an answer that is not paged. */
const MAX_ROWS = 2000

/**
 * Registers the calls of the send log: the outcome of an alarm's messages, and sending again a message that was given
 * up (docs/wire.md, `send-again`).
 */
export async function sendLogRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { storage } = platform
  const perUser = createLimiter({ max: 20, window: 60_000 })

  app.get<One>(
    '/v1/godbAlarmsendlogByThresholdlogId/:id',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['报警发送记录', '警報傳送記錄', 'Delivery of the messages of an alarm'],
        answer: s.listOf(s.schemaRef('AlarmSending')),
      }),
    },
    async (request) => {
      const { caller } = readerOf(request)
      const id = recordId(request.params.id)
      const record = await storage.read
        .selectFrom('thresholdlog')
        .select(['project_id', 'district_id'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!record || !isInScope(record, episodeScope(platform, caller))) throw notFound()
      const rows = await storage.read
        .selectFrom('alarmsendlog')
        .select([...SENT_COLUMNS, 'claimed_at', 'message'])
        .where('thresholdlog_id', '=', id)
        .orderBy('id')
        .limit(MAX_ROWS)
        .execute()
      const language = languageOf(request.headers['accept-language'])
      return ok(rows.map((row) => answerOf(row, caller, language)))
    },
  )

  app.post<One>(
    '/v1/alarmSendLog/:id/again',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['重新发送', '重新傳送', 'Send again a message that was given up'],
        answer: s.schemaRef('AlarmSending'),
      }),
    },
    async (request) => {
      const signedIn = signedInOf(request)
      const { id, record } = await within(platform, signedIn, recordId(request.params.id))
      perUser.take(String(signedIn.user.id))
      const row = await storage.write(async (trx) => {
        const waiting = await waitAgain(trx, id)
        if (!waiting) throw new ApiError(409, 'error.untold.notFailed')
        await logOperation(trx as unknown as Transaction<AnyTables>, {
          resource: alarmRecordResource,
          type: 'edit',
          id: waiting.thresholdlog_id,
          old: null,
          row: {
            threshold_name: record?.threshold_name ?? '',
            project_id: waiting.project_id,
            district_id: record?.district_id ?? null,
          },
          userId: signedIn.caller.id,
          changes: [
            {
              field_name: `alarmsendlog ${id}`,
              field_comment: '重新发送',
              new_value: waiting.send_name,
              old_value: null,
            },
          ],
        })
        return waiting
      })
      platform.alarms.deliver()
      return ok(answerOf(row, signedIn.caller, languageOf(request.headers['accept-language'])))
    },
  )
}

/**
 * Returns a row of the send log that a caller may have sent again, with the record of its alarm. The row must belong to
 * an alarm that the caller may see, and so tell of, or to a channel that the caller may edit, and so test. A caller
 * limited to some areas must not test a channel with what happened elsewhere. Throws 403 where the caller has neither
 * right, 404 where the row is not the caller's.
 */
async function within({ storage: { read }, registry }: Platform, { caller }: SignedIn, id: number) {
  const isReader = mayOpen(caller, alarmRecordResource.menuKey)
  const isTester = mayUse(caller, channelResource, 'edit')
  if (!isReader && !isTester) throw forbidden()
  const row = await read
    .selectFrom('alarmsendlog')
    .select(['id', 'thresholdlog_id', 'channel_id', 'project_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  const [record, channel] = await Promise.all([
    read
      .selectFrom('thresholdlog')
      .select(['project_id', 'district_id', 'threshold_name'])
      .where('id', '=', row.thresholdlog_id)
      .executeTakeFirst(),
    row.channel_id === null
      ? undefined
      : read.selectFrom('alarmchannel').selectAll().where('id', '=', row.channel_id).executeTakeFirst(),
  ])
  const scope = episodeScope({ registry }, caller)
  const ofAlarm = isReader && record && isInScope(record, scope)
  const isElsewhere = scope.some(({ column }) => column === 'district_id') && !(record && isInScope(record, scope))
  // Messages of a channel that was moved to another project stay with the old project.
  const isTheirs =
    channel?.project_id === row.project_id && isInScope({ ...channel }, scopeOf(caller, channelResource, registry))
  const ofChannel = isTester && !isElsewhere && isTheirs
  if (!ofAlarm && !ofChannel) throw notFound()
  return { id, record }
}

/**
 * Returns a row as it travels: a claimed one as waiting, the reason in words, and a digest without its text for a
 * caller limited to some areas.
 */
function answerOf(
  row: Pick<Sending, (typeof SENT_COLUMNS)[number] | 'claimed_at' | 'message'>,
  caller: Caller,
  language: Language,
): Record<string, unknown> {
  return {
    ...Object.fromEntries(SENT_COLUMNS.map((column) => [column, row[column]])),
    ...(watchesSomeAreas(caller) && isDigest(row.message) && { send_data: '' }),
    send_ok: row.send_ok === CLAIMED ? PENDING : row.send_ok,
    explained: wrap(storedOutcomeText(row.explained, language)),
    again: canSendAgain(row) ? 1 : 0,
  }
}
