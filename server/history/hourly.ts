import type { FastifyInstance } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { parseIds } from '../../resources/kit/access.ts'
import { DAY } from '../../resources/kit/zone.ts'
import { keepMeasures } from '../environment/measures.ts'
import { spanOf } from '../environment/span.ts'
import { invalid } from '../errors.ts'
import { okText } from '../http/envelope.ts'
import { deviceOf } from '../live/routes.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'
import type { Platform } from '../platform.ts'
import { historyFor, readingOf, type Reading } from '../quality/samples.ts'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import type { Wanted } from '../storage/historyStore.ts'
import type { Storage } from '../storage/types.ts'
import type { Span } from './query.ts'
import { hourUnits } from './rollupRead.ts'
import { scriptsOf } from './scripts.ts'

/** Longest span, ms: a leap year and a bit. */
const LONGEST = 367 * DAY
/** Units of directions: their mean is that of the unit vectors, 350 and 10 give 0. */
const DIRECTIONS: ReadonlySet<string> = new Set(['°', 'º', 'deg', '度'])

/** GET history/hours/{deviceid}: hours of a device's nodes, from rollups where they are up to date (docs/wire.md, `history-hours`). */
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
                  'Begin of the hour, mean, least, greatest, values that count, values that do not; oldest first',
              },
            }),
          ),
        }),
      }),
      config: { reads: 'history' },
    },
    async (request, reply) => {
      const device = deviceOf(platform, request, request.params.deviceid)
      const { from, to } = spanOf(request.query, Date.now(), { usual: 30 * DAY, longest: LONGEST })
      const wanted = request.query.nodes ? parseIds(request.query.nodes) : null
      if (wanted?.length === 0) throw invalid({ nodes: { key: 'error.rule.ref' } })
      const nodes = [...device.nodes.values()].filter(({ id }) => wanted === null || wanted.includes(id))
      const nodemaps = nodes.map(({ id }) => id)
      const start = hourStart(from)
      const span: Span = { device: device.id, nodemaps, start, end: Math.max(start, to - 1) }
      const turning = nodes.filter(({ unitname }) => DIRECTIONS.has(unitname?.trim() ?? '')).map(({ id }) => id)
      const reading = await readingOf(storage.read, span)
      const [hours, scripts, measures] = await Promise.all([
        nodemaps.length === 0 ? [] : hoursOf(storage, span, turning, reading),
        scriptsOf(storage, nodemaps),
        measuresOf(),
      ])
      const texts = new Map(hours.map(({ nodemap_id, text }) => [Number(nodemap_id), text]))
      const model = measures.models.get(device.devicetype_id) ?? []
      const rows = nodes.map(({ id, alias, unitname, registertype }) => {
        const pollutant = model.find(({ nodemap }) => nodemap === id)?.pollutant.key ?? null
        const known = {
          nodemapid: id,
          alias,
          unitname: unitname ?? '',
          registertype,
          node_script: scripts.get(id) ?? null,
          pollutant,
        }
        return `${JSON.stringify(known).slice(0, -1)},"hours":${texts.get(id) ?? '[]'}}`
      })
      const head = {
        deviceid: device.id,
        scheme: measures.schemes.get(device.project_id) ?? 'HJ',
        site: measures.sites.get(device.id) ?? {},
      }
      return okText(reply, `${JSON.stringify(head).slice(0, -1)},"nodes":[${rows.join(',')}]}`)
    },
  )
}

/** One row a node: its hours as JSON text, written by the database. */
async function hoursOf(
  { engine, readHistory }: Pick<Storage, 'engine' | 'readHistory'>,
  span: Span,
  turning: readonly number[],
  reading: Reading,
): Promise<readonly { nodemap_id: number; text: string }[]> {
  const hourly = sql`
    with ${hourUnits(engine, span, reading)}, piece_of_hour (nodemap_id, hour, sum, count, min, max, flagged, turned) as (
      select nodemap_id, first_at - first_at % ${hourLength}, sum, count, min, max, 0, cast(null as double precision) from unit
      union all
      select nodemap_id, ts - ts % ${hourLength}, 0, 0, null, null, count(*), null from historyflag where ${within('historyflag', span, span.nodemaps)} and flag > 2 group by 1, 2
      ${turning.length > 0 ? sql`union all ${turnedMeans(span, turning, reading)}` : sql``}
    ), hourly as (
      select nodemap_id, hour, case when count(turned) > 0 then max(turned) when sum(count) > 0 then sum(sum) / sum(count) end as mean, min(min) as least, max(max) as greatest,
        sum(count) as valid, sum(flagged) as flagged
      from piece_of_hour group by nodemap_id, hour
    )`
  const wanted: Wanted[] = [
    { ...span, only: 'unrolled' },
    ...(turning.length > 0 ? [{ ...span, nodemaps: turning }] : []),
  ]
  const { rows } = await readHistory(wanted, ({ read }) => JSON_OF[engine](hourly).execute(read))
  return rows
}

const JSON_OF: Record<
  Storage['engine'],
  (hourly: RawBuilder<unknown>) => RawBuilder<{ nodemap_id: number; text: string }>
> = {
  sqlite: (hourly) => sql`${hourly}
    select nodemap_id, json_group_array(json_array(hour, round(mean, 4), least, greatest, valid, flagged)) as text
    from (select * from hourly order by nodemap_id, hour) as line group by nodemap_id`,
  postgres: (hourly) => sql`${hourly}
    select nodemap_id, jsonb_agg(jsonb_build_array(hour, trim_scale(round(cast(mean as numeric), 4)), least, greatest, valid, flagged) order by hour)::text as text
    from hourly group by nodemap_id`,
}

/** Means of directions, in degrees, of the samples themselves: no rollup tells them. */
const turnedMeans = (span: Span, nodemaps: readonly number[], reading: Reading): RawBuilder<unknown> => sql`
  select nodemap_id, hour, 0, 0, null, null, 0, case when degrees(atan2(east, north)) < 0 then degrees(atan2(east, north)) + 360 else degrees(atan2(east, north)) end
  from (
    select nodemap_id, ts - ts % ${hourLength} as hour, avg(sin(radians(value))) as east, avg(cos(radians(value))) as north
    from ${historyFor(reading)} where ${within('history', span, nodemaps)} group by 1, 2
  ) as vectors`

const within = (
  table: 'history' | 'historyflag',
  { device, start, end }: Span,
  nodemaps: readonly number[],
): RawBuilder<unknown> => sql`${sql.ref(`${table}.device_id`)} = cast(${device} as bigint)
  and ${sql.ref(`${table}.nodemap_id`)} in (${sql.join(nodemaps.map((id) => sql`cast(${id} as bigint)`))})
  and ${sql.ref(`${table}.ts`)} between cast(${start} as bigint) and cast(${end} as bigint)`

const hourLength = sql.lit(HOUR)
