import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { parseIds } from '../../resources/kit/access.ts'
import { ApiError, badRequest, invalid } from '../errors.ts'
import { okText } from '../http/envelope.ts'
import { deviceOf } from '../http/scope.ts'
import type { Platform } from '../platform.ts'
import { monthAt, monthRange, type TimeRange } from './calendar.ts'
import { readingOf } from '../quality/samples.ts'
import { compilable, pointsWanted, thinPoints, type Span } from './query.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

interface Call {
  Querystring: { cxtime?: string; devGroup?: string; nodeGroup?: string; points?: string; flags?: string }
}

const MAX_ITEMS = 20
/** Points per item where the client gives no number: more than a chart has pixels for. */
const DEFAULT_POINTS = 2000
const MAX_POINTS = 20_000

/**
 * GET godbCompareHistoricaldata (wire.md): a calendar month of several nodes, item after item, each oldest first.
 * devGroup[i] belongs to nodeGroup[i]. Each item is reduced so that its line looks the same, and consists of trusted
 * samples; with `flags`, the suspect and failed samples follow it.
 */
export async function compareRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { storage, settings } = platform

  app.get<Call>(
    '/v1/godbCompareHistoricaldata',
    {
      schema: callSchema({
        group: 'history',
        label: ['对比', '比對', 'Compare devices over a month'],
        query: {
          cxtime: { type: 'string', pattern: '^\\d{6}$' },
          devGroup: s.TEXT,
          nodeGroup: s.TEXT,
          flags: { type: 'string', enum: ['0', '1'] },
        },
        answer: s.listOf(s.FLAGGED_SAMPLE),
      }),
      config: { reads: 'comparison' },
    },
    async (request, reply) => {
      const { cxtime, devGroup, nodeGroup, points, flags } = request.query
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
        items.map(async (span) => {
          const reading = await readingOf(storage.read, span)
          const rows = sql`select ts as insertdate, value as historydata, nodemap_id as nodemapid, ${sql.lit(span.device)} as deviceid
          from (${thinPoints(storage.engine, span, count, reading)}) as point order by ts`
          const asksFlags = flags === '1' && reading.doubts
          const wanted = [pointsWanted(span, count), ...(asksFlags ? [{ ...span, only: 'flagged' as const }] : [])]
          return storage.readHistory(wanted, async ({ jsonText }) => {
            const trusted = await jsonText(compilable(storage, rows))
            if (!asksFlags) return trusted
            return joined([trusted, await jsonText(compilable(storage, flaggedOf(span, count)))])
          })
        }),
      )
      return okText(reply, joined(texts))
    },
  )
}

/** Parses the month of cxtime, YYYYMM, in the platform's time zone. */
function monthOfText(text: string | undefined, zone: string): TimeRange {
  const [, year, month] = /^([12]\d{3})(0[1-9]|1[0-2])$/.exec(text ?? '') ?? []
  if (year === undefined || month === undefined) throw new ApiError(400, 'error.history.month')
  const requested = { year: Number(year), month: Number(month) }
  const now = monthAt(Date.now(), zone)
  if (requested.year > now.year || (requested.year === now.year && requested.month > now.month))
    throw new ApiError(400, 'error.history.future')
  return monthRange(requested, zone)
}

/** Parses ids from a comma-separated list, or from a parameter that is repeated. */
function idsOf(group: unknown): number[] {
  const text = Array.isArray(group) ? group.join(',') : typeof group === 'string' ? group : ''
  const ids = parseIds(text)
  if (text !== '' && ids.length !== text.split(',').length) throw badRequest()
  return ids
}

function pointsOf(text: string | undefined): number {
  const points = text === undefined ? DEFAULT_POINTS : Number(text)
  if (!Number.isInteger(points) || points < 1 || points > MAX_POINTS) throw badRequest()
  return points
}

/** Selects the newest samples of a span that are suspect or failed, oldest first, with their flags. */
const flaggedOf = ({ device, nodemaps, start, end }: Span, most: number) => sql`
  select * from (
    select kept.ts as insertdate, history.value as historydata, kept.nodemap_id as nodemapid, ${sql.lit(device)} as deviceid, kept.flag
    from historyflag as kept
    join history on history.device_id = kept.device_id and history.nodemap_id = kept.nodemap_id and history.ts = kept.ts
    where kept.device_id = ${device} and kept.nodemap_id in (${sql.join(nodemaps)}) and kept.ts >= ${start} and kept.ts <= ${end} and kept.flag > 2
    order by kept.ts desc limit ${sql.lit(most)}
  ) as flagged order by insertdate`

/** Concatenates several JSON arrays into one. */
const joined = (arrays: readonly string[]): string =>
  `[${arrays
    .map((text) => text.trim().slice(1, -1).trim())
    .filter((members) => members !== '')
    .join(',')}]`
