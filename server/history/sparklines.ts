import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { parseIds } from '../../resources/kit/access.ts'
import { mayRead } from '../../resources/reads.ts'
import { badRequest, forbidden } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { okText } from '../http/envelope.ts'
import { momentOf } from '../http/query.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { PLAIN, readingsOf, type Reading } from '../quality/samples.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import { jsonWriters } from './json.ts'
import { pointsWanted, thinPoints, type Span } from './query.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

/** Most devices of one call: more than a screen holds. */
const MAX_DEVICES = 100
/** Points per node: a small line shows no more. */
const POINTS = 60

/**
 * GET sparklines?ids&at: the last hour of some devices, or the hour before a past time (epoch ms), without samples that
 * are not trusted, for the small lines of a list (docs/wire.md, `sparklines`, `moment`). Devices that the caller may
 * not touch are left out.
 */
export async function sparklineRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { storage, registry } = platform
  const json = jsonWriters[storage.engine]
  const hourOf = async ({ id, nodes }: LiveDevice, end: number, reading: Reading): Promise<string> => {
    const span: Span = { device: id, nodemaps: [...nodes.keys()], start: end - HOUR, end }
    const points = thinPoints(storage.engine, span, POINTS, reading)
    const { rows } = await storage.readHistory([pointsWanted(span, POINTS)], ({ read }) =>
      json.series(sql`select * from (${points}) as point order by nodemap_id, ts`).execute(read),
    )
    return `{"deviceid":${id},"nodes":[${rows.map(({ nodemap_id, text }) => `{"nodemapid":${nodemap_id},"data":${text}}`).join(',')}]}`
  }

  app.get<{ Querystring: { ids?: string | string[]; at?: string } }>(
    '/v1/sparklines',
    {
      schema: callSchema({
        group: 'history',
        label: ['最近一小时', '最近一小時', 'The last hour of several devices'],
        query: { ids: s.TEXT, at: s.TIME },
        answer: s.listOf(
          s.record({
            deviceid: s.INT,
            nodes: s.listOf(
              s.record({
                nodemapid: s.INT,
                data: { ...s.listOf(s.listOf(s.NUMBER)), description: 'Time and value, oldest first' },
              }),
            ),
          }),
        ),
      }),
      config: { reads: 'live' },
    },
    async (request, reply) => {
      const { caller } = signedInOf(request)
      const text = request.query.ids
      const ids = typeof text === 'string' ? [...new Set(parseIds(text))] : []
      if (ids.length === 0 || ids.length > MAX_DEVICES) throw badRequest()
      const moment = momentOf(request.query, 'at')
      // A past time is history, which the caller must be allowed to read.
      if (moment !== null && !mayRead(caller, 'history')) throw forbidden()
      const end = moment ?? Date.now()
      const devices = ids
        .flatMap((id) => registry.device(id) ?? [])
        .filter((device) => registry.mayTouch(caller, device))
      const readings = await readingsOf(
        storage.read,
        devices.map(({ id, nodes }) => ({ device: id, nodemaps: [...nodes.keys()] })),
        { start: end - HOUR, end },
      )
      const hours = devices.map((device) => hourOf(device, end, readings.get(device.id) ?? PLAIN))
      return okText(reply, `[${(await Promise.all(hours)).join(',')}]`)
    },
  )
}
