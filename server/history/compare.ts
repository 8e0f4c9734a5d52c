import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { parseIds } from '../../resources/kit/access.ts'
import { ApiError, badRequest, invalid } from '../errors.ts'
import { okText } from '../http/envelope.ts'
import { deviceOf } from '../live/routes.ts'
import type { Platform } from '../platform.ts'
import { monthAt, monthRange, type TimeRange } from './calendar.ts'
import { compilable, thinPoints } from './query.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

interface Call {
  Querystring: { cxtime?: string; devGroup?: string; nodeGroup?: string; points?: string }
}

const MAX_ITEMS = 20
/** Points an item where the client names none: more than a chart has pixels for. */
const POINTS = 2000
const MAX_POINTS = 20_000

/**
 * GET godbCompareHistoricaldata (wire.md): a calendar month of several nodes, item after item, each oldest first. devGroup[i] goes with
 * nodeGroup[i]. Each item is reduced so that its line looks the same.
 */
export async function compareRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { storage, settings } = platform

  app.get<Call>(
    '/v1/godbCompareHistoricaldata',
    {
      schema: callSchema({
        group: 'history',
        label: ['对比', '比較', 'Compare devices over a month'],
        query: { cxtime: { type: 'string', pattern: '^\\d{6}$' }, devGroup: s.TEXT, nodeGroup: s.TEXT },
        answer: s.listOf(s.SAMPLE),
      }),
      config: { reads: 'comparison' },
    },
    async (request, reply) => {
      const { cxtime, devGroup, nodeGroup, points } = request.query
      const { start, end } = monthOfText(cxtime, settings.timeZone)
      const [devices, nodes] = [idsOf(devGroup), idsOf(nodeGroup)]
      if (devices.length === 0 || devices.length > MAX_ITEMS || nodes.length !== devices.length)
        throw new ApiError(400, 'error.history.items', { max: MAX_ITEMS })
      const items = devices.map((id, i) => {
        const device = deviceOf(platform, request, String(id))
        const node = device.nodes.get(nodes[i] ?? 0)
        if (!node) throw invalid({ nodeGroup: { key: 'error.telemetry.node' } })
        return { device: device.id, nodemaps: [node.id], start, end: end - 1 }
      })
      const count = pointsOf(points)
      const texts = await Promise.all(
        items.map((span) => {
          const rows = sql`select ts as insertdate, value as historydata, nodemap_id as nodemapid, ${sql.lit(span.device)} as deviceid
          from (${thinPoints(storage.engine, span, count)}) as point order by ts`
          return storage.jsonText(compilable(storage, rows))
        }),
      )
      return okText(reply, joined(texts))
    },
  )
}

/** The month of cxtime, YYYYMM, on the platform's calendar. */
function monthOfText(text: string | undefined, zone: string): TimeRange {
  const [, year, month] = /^([12]\d{3})(0[1-9]|1[0-2])$/.exec(text ?? '') ?? []
  if (year === undefined || month === undefined) throw new ApiError(400, 'error.history.month')
  const requested = { year: Number(year), month: Number(month) }
  const now = monthAt(Date.now(), zone)
  if (requested.year > now.year || (requested.year === now.year && requested.month > now.month))
    throw new ApiError(400, 'error.history.future')
  return monthRange(requested, zone)
}

/** Ids as a comma list, also as the parameter repeated. */
function idsOf(group: unknown): number[] {
  const text = Array.isArray(group) ? group.join(',') : typeof group === 'string' ? group : ''
  const ids = parseIds(text)
  if (text !== '' && ids.length !== text.split(',').length) throw badRequest()
  return ids
}

function pointsOf(text: string | undefined): number {
  const points = text === undefined ? POINTS : Number(text)
  if (!Number.isInteger(points) || points < 1 || points > MAX_POINTS) throw badRequest()
  return points
}

/** The members of several JSON arrays as one array. */
const joined = (arrays: readonly string[]): string =>
  `[${arrays
    .map((text) => text.trim().slice(1, -1).trim())
    .filter((members) => members !== '')
    .join(',')}]`
