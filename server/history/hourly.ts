import type { FastifyInstance } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { parseIds } from '../../resources/kit/access.ts'
import { DAY } from '../../resources/kit/zone.ts'
import { invalid } from '../errors.ts'
import { okText } from '../http/envelope.ts'
import { spanOf } from '../http/query.ts'
import { deviceOf } from '../http/scope.ts'
import { keepMeasures } from '../live/measures.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'
import type { Platform } from '../platform.ts'
import { expectedOf } from '../quality/expected.ts'
import { readingOf, type Reading } from '../quality/samples.ts'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import type { Wanted } from '../storage/homes/types.ts'
import type { Storage } from '../storage/types.ts'
import { isOneOf, ownMeans, ownMeansOf, ownMeansWanted, type OwnMeans } from './ownMeans.ts'
import type { Span } from './query.ts'
import { hourUnits } from './rollupRead.ts'
import { scriptsOf } from './scripts.ts'
import { asInteger } from './asInteger.ts'

/** Longest span, ms: a leap year and a day. */
const MAX_SPAN_MS = 367 * DAY

/**
 * GET history/hours/{deviceid}: hours of a device's nodes, from rollups where they are up to date (docs/wire.md,
 * `history-hours`).
 */
export async function hourlyRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { storage, registry } = platform
  const measuresOf = keepMeasures(storage, registry)

  app.get<{ Params: { deviceid: string }; Querystring: { from?: string; to?: string; nodes?: string } }>(
    '/v1/history/hours/:deviceid',
    {
      schema: callSchema({
        group: 'history',
        label: ['设备逐小时数据', '裝置逐時資料', 'A device hour by hour'],
        query: { from: s.TIME, to: s.TIME, nodes: s.TEXT },
        answer: s.record({
          deviceid: s.INT,
          scheme: { type: 'string', enum: ['HJ', 'USAQI', 'EAQI'] },
          site: s.record({ zone: s.TEXT, body: s.TEXT, traffic: { type: 'boolean' } }),
          expected: {
            ...s.maybe(s.INT),
            description: 'Values of a node in a whole hour by the cycle of the device; null where it is unknown',
          },
          nodes: s.listOf(
            s.record({
              nodemapid: s.INT,
              alias: s.TEXT,
              unitname: s.TEXT,
              registertype: s.INT,
              node_script: s.maybe(s.TEXT),
              pollutant: s.maybe(s.TEXT),
              hours: {
                ...s.listOf(s.listOf(s.MAYBE_NUMBER)),
                description:
                  'Start of the hour, mean, minimum, maximum, number of values that count, number of values that do not; of a direction also the sums of sines and cosines; oldest first',
              },
            }),
          ),
        }),
      }),
      config: { reads: 'history' },
    },
    async (request, reply) => {
      const device = deviceOf(platform, request, request.params.deviceid)
      const { from, to } = spanOf(request.query, Date.now(), { usual: 30 * DAY, longest: MAX_SPAN_MS })
      const wanted = request.query.nodes ? parseIds(request.query.nodes) : null
      if (wanted?.length === 0) throw invalid({ nodes: { key: 'error.rule.ref' } })
      const nodes = [...device.nodes.values()].filter(({ id }) => wanted === null || wanted.includes(id))
      const nodemaps = nodes.map(({ id }) => id)
      const start = hourStart(from)
      const span: Span = { device: device.id, nodemaps, start, end: Math.max(start, to - 1) }
      const reading = await readingOf(storage.read, span)
      const [hours, scripts, measures] = await Promise.all([
        nodemaps.length === 0 ? [] : hoursOf(storage, span, ownMeansOf(nodes), reading),
        scriptsOf(storage, nodemaps),
        measuresOf(),
      ])
      const texts = new Map(hours.map(({ nodemap_id, text }) => [Number(nodemap_id), text]))
      const model = measures.models.get(device.devicetype_id) ?? []
      const rows = nodes.map(({ id, alias, unitname, registertype, direction }) => {
        const pollutant = model.find(({ nodemap }) => nodemap === id)?.pollutant.key ?? null
        const known = {
          nodemapid: id,
          alias,
          unitname: unitname ?? '',
          registertype,
          node_script: scripts.get(id) ?? null,
          pollutant,
          ...(direction && { direction: 1 }),
        }
        return `${JSON.stringify(known).slice(0, -1)},"hours":${texts.get(id) ?? '[]'}}`
      })
      const head = {
        deviceid: device.id,
        scheme: measures.schemes.get(device.project_id) ?? 'HJ',
        site: measures.sites.get(device.id) ?? {},
        expected: expectedOf(device, HOUR),
      }
      return okText(reply, `${JSON.stringify(head).slice(0, -1)},"nodes":[${rows.join(',')}]}`)
    },
  )
}

/** Reads one row per node: its hours as JSON text, written by the database. */
async function hoursOf(
  { engine, readHistory }: Pick<Storage, 'engine' | 'readHistory'>,
  span: Span,
  means: OwnMeans,
  reading: Reading,
): Promise<readonly { nodemap_id: number; text: string }[]> {
  const own = ownMeans(means, span, { engine, reading }, 'hour')
  const turns = isOneOf(NODE_COLUMN, means.directions)
  const hourly = sql`
    with ${hourUnits(engine, span, reading)}, piece_of_hour (nodemap_id, hour, sum, count, min, max, flagged, own, sine, cosine) as (
      select nodemap_id, first_at - first_at % ${hourLength}, sum, count, min, max, 0, ${NO_VECTOR} from unit
      union all
      select nodemap_id, ts - ts % ${hourLength}, 0, 0, null, null, count(*), ${NO_VECTOR} from historyflag where ${flaggedWithin(span)} group by 1, 2
      ${own ? sql`union all select nodemap_id, hour, 0, 0, null, null, 0, mean, sine, cosine from (${own}) as own_means` : sql``}
    ), hourly as (
      select nodemap_id, hour, case when ${turns} or ${isOneOf(NODE_COLUMN, means.sounds)} then max(own) when sum(count) > 0 then sum(sum) / sum(count) end as mean,
        case when ${turns} then null else min(min) end as least, case when ${turns} then null else max(max) end as greatest,
        sum(count) as valid, sum(flagged) as flagged, max(sine) as sine, max(cosine) as cosine
      from piece_of_hour group by nodemap_id, hour
    )`
  const wanted: Wanted[] = [{ ...span, only: 'unrolled' }, ...ownMeansWanted(span, means)]
  const { rows } = await readHistory(wanted, ({ read }) => JSON_OF[engine](hourly).execute(read))
  return rows
}

const NODE_COLUMN = sql`nodemap_id`

const JSON_OF: Record<
  Storage['engine'],
  (hourly: RawBuilder<unknown>) => RawBuilder<{ nodemap_id: number; text: string }>
> = {
  sqlite: (hourly) => sql`${hourly}
    select nodemap_id, json_group_array(json(case when sine is null then json_array(hour, round(mean, 4), least, greatest, valid, flagged)
      else json_array(hour, round(mean, 4), least, greatest, valid, flagged, round(sine, 6), round(cosine, 6)) end)) as text
    from (select * from hourly order by nodemap_id, hour) as line group by nodemap_id`,
  postgres: (hourly) => sql`${hourly}
    select nodemap_id, jsonb_agg(jsonb_build_array(hour, trim_scale(round(cast(mean as numeric), 4)), least, greatest, valid, flagged)
      || case when sine is null then '[]'::jsonb else jsonb_build_array(round(cast(sine as numeric), 6), round(cast(cosine as numeric), 6)) end order by hour)::text as text
    from hourly group by nodemap_id`,
}

const NO_VECTOR = sql`cast(null as double precision), cast(null as double precision), cast(null as double precision)`

const flaggedWithin = ({ device, nodemaps, start, end }: Span): RawBuilder<unknown> => sql`
  historyflag.device_id = ${asInteger(device)} and historyflag.nodemap_id in (${sql.join(nodemaps.map(asInteger))})
  and historyflag.ts between ${asInteger(start)} and ${asInteger(end)} and historyflag.flag > 2`

const hourLength = sql.lit(HOUR)
