import type { FastifyInstance } from 'fastify'
import { mayOpen, mayUse } from '../../../resources/kit/access.ts'
import { verdicts } from '../../../resources/kit/rule.ts'
import { threshold } from '../../../resources/threshold.ts'
import { isInScope, scopeOf } from '../../crud/scope.ts'
import { forbidden, invalid, notFound } from '../../errors.ts'
import { signedInOf } from '../../http/auth.ts'
import { idOf } from '../../http/body.ts'
import { ok } from '../../http/envelope.ts'
import { createLimiter } from '../../http/limiter.ts'
import { momentOf } from '../../http/query.ts'
import { whileOpen } from '../../http/whileOpen.ts'
import { languageOf } from '../../language.ts'
import { callSchema } from '../../openapi/call.ts'
import * as s from '../../openapi/parts.ts'
import type { Platform } from '../../platform.ts'
import { episodeScope } from '../episodes/list.ts'
import type { EpisodeRow } from '../episodes/row.ts'
import { alarmRecordResource } from '../record.ts'
import { traceAnswer } from './trace.ts'

interface Query {
  Querystring: Record<string, unknown>
}

const LIMIT = { com_oper: s.maybe(s.INT), params_x: s.MAYBE_NUMBER, params_y: s.MAYBE_NUMBER } as const

const ANSWER = s.record({
  at: s.TIME,
  source: s.maybe({ type: 'string', enum: ['engine', 'history'] }),
  threshold_id: s.INT,
  threshold_name: s.TEXT,
  device_id: s.INT,
  device_name: s.TEXT,
  verdict: { type: 'string', enum: [...verdicts, 'unwatched'] },
  value: s.MAYBE_NUMBER,
  value_at: s.maybe(s.TIME),
  join: { type: 'string', enum: ['and', 'or'] },
  conditions: s.listOf(s.record({ nodemap_id: s.INT, node_name: s.TEXT, value: s.MAYBE_NUMBER, ...LIMIT })),
  limits: s.listOf(s.record({ level: s.maybe(s.INT), ...LIMIT, since: s.maybe(s.TIME), held: s.INT })),
  ends: s.maybe(s.record(LIMIT)),
  silent_at: s.maybe(s.TIME),
  night: s.ZERO_OR_ONE,
  suppressed: s.listOf(s.record({ reason: s.TEXT, since: s.maybe(s.TIME), until: s.maybe(s.TIME) })),
  episode: s.maybe({ type: 'object' }),
  messages: s.maybe(s.listOf({ type: 'object' })),
})

/**
 * Registers GET alarmTrace: why a rule is in alarm over a device, or why not (docs/wire.md, `alarm-trace`). For callers
 * who may see the rule and the device.
 */
export async function traceRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { registry, storage } = platform
  const perUser = createLimiter({ max: 120, window: 60_000 })

  app.get<Query>(
    '/v1/alarmTrace',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['为什么报警或不报警', '為什麼觸發或未觸發警報', 'Why a rule is in alarm, or why not'],
        query: { threshold_id: s.INT, device_id: s.INT, at: s.TIME },
        answer: ANSWER,
      }),
    },
    async (request, reply) => {
      const { query, headers } = request
      const { caller, user, wall } = signedInOf(request)
      if (!mayUse(caller, threshold, 'list')) throw forbidden()
      const [rule, device] = [idOf(query.threshold_id), idOf(query.device_id)]
      if (rule === null) throw invalid({ threshold_id: { key: 'error.rule.required' } })
      if (device === null) throw invalid({ device_id: { key: 'error.rule.required' } })
      const at = momentOf(query, 'at')
      const row = await storage.read.selectFrom('threshold').selectAll().where('id', '=', rule).executeTakeFirst()
      if (!row || !isInScope({ ...row }, scopeOf(caller, threshold, registry))) throw notFound()
      const live = registry.device(device)
      if (!live || !registry.mayTouch(caller, live)) throw notFound()
      perUser.take(String(user.id))
      const asked = {
        row,
        device: live,
        at,
        language: languageOf(headers['accept-language']),
        // A screen on a wall is public: it must not name recipients.
        seesMessages: !wall && mayOpen(caller, alarmRecordResource.menuKey),
        sees: (episode: EpisodeRow) => isInScope({ ...episode }, episodeScope(platform, caller)),
      }
      return ok(await traceAnswer(platform, asked, whileOpen(reply)))
    },
  )
}
