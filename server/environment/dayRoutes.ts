import type { FastifyInstance } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { Medium } from '../../standards/types.ts'
import { invalid } from '../errors.ts'
import { idOf } from '../http/body.ts'
import { signedInOf } from '../http/auth.ts'
import { ok, okText } from '../http/envelope.ts'
import { callSchema } from '../openapi/call.ts'
import type { Platform } from '../platform.ts'
import { daysOfPlace, type AreaDay } from './areaDays.ts'
import { environmentCalls } from './calls.ts'
import { createDays } from './day.ts'
import { TOGETHER } from './dayMeans.ts'
import { meansOfPlaces, monthsIn, type PeriodMeans } from './longMeans.ts'
import { keepMeasures } from './measures.ts'
import { placesOf, type Grouping, type Place } from './places.ts'
import { spanOf } from './span.ts'
import { stationsOf, type Filter, type Station } from './stations.ts'
import { addDays, DAY, zoneOf } from '../../resources/kit/zone.ts'

/** Longest span of days, ms: a leap year and a bit. */
const LONGEST = 367 * DAY

/** Days asked for, both ends included; `changed` are those with more or fewer hours than 24. */
interface Days {
  from: string
  to: string
  changed: readonly { day: string; hours: number }[]
}

type DayFilter = Filter & { by?: string; from?: string; to?: string }

/** What the environment was like day by day, and over months and years (docs/wire.md, `environment` and `environment-means`). */
export async function environmentDayRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { storage, registry, settings } = platform
  const measuresOf = keepMeasures(storage, registry)
  const dayOf = createDays(settings.timeZone)
  const zone = zoneOf(settings.timeZone)

  app.get<{ Querystring: DayFilter }>(
    '/v1/environment/days',
    { schema: callSchema(environmentCalls.days), config: { reads: 'live' } },
    async (request, reply) => {
      const { query } = request
      const span = spanOf(query, Date.now(), { usual: 30 * DAY, longest: LONGEST })
      const by = groupingOf(query.by)
      const measures = await measuresOf()
      const stations = stationsOf(platform, measures, signedInOf(request).caller, query)
      const days = { from: dayOf(span.from).day, to: dayOf(span.to).day }
      const all: string[] = []
      for (let day = days.from; day <= days.to; day = addDays(day, 1)) all.push(day)
      const changed = all.map((day) => ({ day, hours: zone.hoursIn(day) })).filter(({ hours }) => hours !== 24)
      if (by === 'station')
        return okText(reply, `[${(await stationDays(platform, stations, { ...days, changed })).join(',')}]`)
      const places = placesOf(stations, measures, registry, { by, root: idOf(query.dis_id ?? '') })
      const rows: object[] = []
      for (const place of places)
        rows.push({ ...headOf(place), period: PERIODS[place.medium], days: await daysOfPlace(storage, place, all) })
      return ok(rows as { days: AreaDay[] }[])
    },
  )

  app.get<{ Querystring: DayFilter & { period?: string } }>(
    '/v1/environment/means',
    { schema: callSchema(environmentCalls.means), config: { reads: 'live' } },
    async (request) => {
      const { query } = request
      const { from, to } = spanOf(query, Date.now(), { usual: 365 * DAY, longest: LONGEST })
      const period = query.period === undefined || query.period === '' ? 'month' : query.period
      if (period !== 'month' && period !== 'year') throw invalid({ period: { key: 'error.rule.choice' } })
      const by = groupingOf(query.by)
      const measures = await measuresOf()
      const stations = stationsOf(platform, measures, signedInOf(request).caller, { ...query, medium: 'air' })
      const places = placesOf(stations, measures, registry, { by, root: idOf(query.dis_id ?? '') })
      const months = monthsIn(period, dayOf(from).day, dayOf(to).day)
      const rows: object[] = []
      for (const some of inParts(places)) {
        const means = await meansOfPlaces(storage, some, { period, months })
        for (const [at, place] of some.entries()) rows.push({ ...headOf(place), period, means: means[at] ?? [] })
      }
      return ok(rows as { means: PeriodMeans[] }[])
    },
  )
}

/** By what rows are told apart; a station each where nothing is said. */
function groupingOf(by: string | undefined): Grouping {
  if (by === undefined || by === '' || by === 'station') return 'station'
  if (by !== 'area' && by !== 'all') throw invalid({ by: { key: 'error.rule.choice' } })
  return by
}

const headOf = ({ name, medium, scheme, sites }: Place) => ({ ...name, medium, scheme, stations: sites.size })

/** Places whose sums are held at once: those of so many stations, or one alone. */
function* inParts(places: readonly Place[]): Generator<Place[]> {
  let part: Place[] = []
  let size = 0
  for (const place of places) {
    if (size > 0 && size + place.sites.size > TOGETHER) {
      yield part
      part = []
      size = 0
    }
    part.push(place)
    size += place.sites.size
  }
  if (size > 0) yield part
}

const PERIODS: Readonly<Record<Medium, string>> = { air: '24h', water: 'sample', noise: 'day' }

/** Rows of single stations, as JSON. */
async function stationDays({ storage }: Platform, stations: readonly Station[], days: Days): Promise<string[]> {
  const media = new Map<Medium, number[]>()
  for (const { device, medium } of stations) {
    const ids = media.get(medium)
    if (ids) ids.push(device.id)
    else media.set(medium, [device.id])
  }
  const texts: string[] = []
  for (const [medium, ids] of media)
    for (let at = 0; at < ids.length; at += TOGETHER) {
      const { rows } = await daysOf(storage.engine, medium, ids.slice(at, at + TOGETHER), days).execute(storage.read)
      for (const { text } of rows) if (text !== null) texts.push(text)
    }
  return texts
}

/** Days of stations as the text of the answer's rows, one a station; what stands between quotes are names of ours alone. */
function daysOf(
  engine: Platform['storage']['engine'],
  medium: Medium,
  ids: readonly number[],
  { from, to, changed }: Days,
): RawBuilder<{ text: string | null }> {
  const list = sql.join(ids.map((id) => sql`cast(${id} as bigint)`))
  const main = sql`case main when '' then '[]' else '["' || replace(main, ',', '","') || '"]' end`
  // Numbers that most rows have are written out: turning them into text is what a year of a thousand stations takes longest for.
  const usual = sql.join(
    [1, 2, 3, 4, 5, 6].map((level) => sql.raw(`when ${level} then ',${level},'`)),
    sql` `,
  )
  const level = sql`case level ${usual} else ',' || coalesce(cast(level as text), 'null') || ',' end`
  const usualShare = sql`case hours when 24 then ',1]' else ',' || round(hours / 24.0, 2) || ']' end`
  const cases = changed.map(
    ({ day: name, hours }) => sql`when ${name} then ',' || round(hours / ${sql.raw(hours.toFixed(1))}, 2) || ']'`,
  )
  const share = cases.length === 0 ? usualShare : sql`case day ${sql.join(cases, sql` `)} else ${usualShare} end`
  const day = sql`'["' || day || '",' || coalesce(cast(idx as text), 'null') || ${level} || ${main} || ${share}`
  const found = sql`select device_id, day, scheme, ${day} as one from environmentday where device_id in (${list}) and medium = ${medium}
    and day between ${from} and ${to} order by device_id, day`
  const days = engine === 'sqlite' ? sql`group_concat(one)` : sql`string_agg(one, ',' order by day)`
  const row = sql`'{"deviceid":' || device_id || ',"medium":"' || ${medium} || '","period":"' || ${PERIODS[medium]} || '","scheme":"' || max(scheme) || '","days":[' || ${days} || ']}'`
  return sql`select ${row} as text from (${found}) as found group by device_id order by device_id`
}
