import type { FastifyInstance } from 'fastify'
import { badQuery, invalid, notFound } from '../../errors.ts'
import { signedInOf } from '../../http/auth.ts'
import { idOf } from '../../http/body.ts'
import { ok } from '../../http/envelope.ts'
import { momentOf, requireSpan } from '../../http/query.ts'
import { callSchema } from '../../openapi/call.ts'
import * as s from '../../openapi/parts.ts'
import type { LiveDevice, Platform } from '../../platform.ts'
import { parseIds } from '../../../resources/kit/access.ts'
import { DAY } from '../../../resources/kit/zone.ts'

/** Longest span of one call, ms: a leap year and one day. */
const MAX_SPAN_MS = 367 * DAY

/**
 * Registers GET alarmMaintenanceSpans: when windows over a device, or over a rule there, are open in a span, past or
 * future (docs/wire.md, `maintenance`). For callers who may read the device's history.
 */
export async function maintenanceRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  /** Returns the rule's id where the rule watches the device, else null: windows of other rules are not disclosed. */
  const ruleOver = async (device: LiveDevice, id: number | null): Promise<number | null> => {
    if (id === null) return null
    const rule = await platform.storage.read
      .selectFrom('threshold')
      .select('device_list')
      .where('id', '=', id)
      .where('project_id', '=', device.project_id)
      .executeTakeFirst()
    return rule && parseIds(rule.device_list).includes(device.id) ? id : null
  }
  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/alarmMaintenanceSpans',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['设备的维护时间', '裝置的維護時間', 'When a device is under maintenance'],
        query: { deviceid: s.INT, thresholdid: s.INT, from: s.TIME, to: s.TIME },
        answer: s.listOf(
          s.record({ id: s.INT, name: s.TEXT, collect: s.ZERO_OR_ONE, from: s.TIME, to: s.TIME }, ['id', 'from', 'to']),
        ),
      }),
      config: { reads: 'history' },
    },
    async (request) => {
      const { query } = request
      const { registry, maintenance } = platform
      const id = idOf(query['deviceid'])
      if (id === null) throw invalid({ deviceid: { key: 'error.rule.required' } })
      const [from, to] = [timeIn(query, 'from'), timeIn(query, 'to')]
      requireSpan(from, to, MAX_SPAN_MS)
      const device = registry.device(id)
      if (!device || !registry.mayTouch(signedInOf(request).caller, device)) throw notFound()
      const rule = await ruleOver(device, idOf(query['thresholdid']))
      return ok(await maintenance.spans(device, from, to, rule))
    },
  )
}

/** Reads a required moment of the query. Throws 400. */
function timeIn(query: Record<string, unknown>, name: string): number {
  const at = momentOf(query, name)
  if (at === null) throw badQuery({ [name]: { key: 'error.rule.time' } })
  return at
}
