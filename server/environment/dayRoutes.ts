import type { FastifyInstance } from 'fastify'
import { invalid } from '../errors.ts'
import { idOf } from '../http/body.ts'
import { signedInOf } from '../http/auth.ts'
import { ok, okText } from '../http/envelope.ts'
import { spanOf } from '../http/query.ts'
import { keepMeasures } from '../live/measures.ts'
import { callSchema } from '../openapi/call.ts'
import type { Platform } from '../platform.ts'
import { daysOfPlace } from './areaDays.ts'
import { environmentCalls } from './calls.ts'
import { createDays } from './day.ts'
import { CHUNK_STATIONS } from './dayMeans.ts'
import { sumsOfArea, sumsOfStations } from './daySums.ts'
import { meansOfPlaces, monthsIn, type PeriodMeans } from './longMeans.ts'
import { placesOf, type Grouping, type Place } from './places.ts'
import { DAY_PERIODS, stationDays } from './stationDays.ts'
import { stationsOf, type Filter } from './stations.ts'
import { addDays, DAY, zoneOf } from '../../resources/kit/zone.ts'

/** Longest span of days, ms: more than a leap year. */
const MAX_SPAN_MS = 367 * DAY

type DayFilter = Filter & { by?: string; from?: string; to?: string }

/**
 * The calls for the environment day by day, and over months and years (docs/wire.md, `environment` and
 * `environment-means`).
 */
export async function environmentDayRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { storage, registry, settings } = platform
  const measuresOf = keepMeasures(storage, registry)
  const dayOf = createDays(settings.timeZone)
  const zone = zoneOf(settings.timeZone)

  app.get<{ Querystring: DayFilter & { sum?: string } }>(
    '/v1/environment/days',
    { schema: callSchema(environmentCalls.days), config: { reads: 'live' } },
    async (request, reply) => {
      const { query } = request
      const span = spanOf(query, Date.now(), { usual: 30 * DAY, longest: MAX_SPAN_MS })
      const by = groupingOf(query.by)
      const measures = await measuresOf()
      const stations = stationsOf(platform, measures, signedInOf(request).caller, query)
      const days = { from: dayOf(span.from).day, to: dayOf(span.to).day }
      const all: string[] = []
      for (let day = days.from; day <= days.to; day = addDays(day, 1)) all.push(day)
      const changed = all.map((day) => ({ day, hours: zone.hoursIn(day) })).filter(({ hours }) => hours !== 24)
      const summed = query.sum === '1'
      if (by === 'station')
        return summed
          ? ok(await sumsOfStations(storage, stations, { ...days, changed }))
          : okText(reply, `[${(await stationDays(storage, stations, { ...days, changed })).join(',')}]`)
      const places = placesOf(stations, measures, registry, { by, root: idOf(query.dis_id ?? '') })
      const rows: object[] = []
      for (const place of places) {
        const own = await daysOfPlace(storage, place, all)
        const head = { ...headOf(place), period: DAY_PERIODS[place.medium] }
        rows.push(summed ? { ...head, ...sumsOfArea(own, place.medium, days) } : { ...head, days: own })
      }
      return ok(rows)
    },
  )

  app.get<{ Querystring: DayFilter & { period?: string } }>(
    '/v1/environment/means',
    { schema: callSchema(environmentCalls.means), config: { reads: 'live' } },
    async (request) => {
      const { query } = request
      const { from, to } = spanOf(query, Date.now(), { usual: 365 * DAY, longest: MAX_SPAN_MS })
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

/**
 * Returns how rows are grouped; one row per station where the request does not say.
 *
 * @throws ApiError 400 for an unknown grouping
 */
function groupingOf(by: string | undefined): Grouping {
  if (by === undefined || by === '' || by === 'station') return 'station'
  if (by !== 'area' && by !== 'all') throw invalid({ by: { key: 'error.rule.choice' } })
  return by
}

const headOf = ({ name, medium, scheme, sites }: Place) => ({ ...name, medium, scheme, stations: sites.size })

/** Groups places whose sums are held in memory at once: CHUNK_STATIONS stations at most, or one place alone. */
function* inParts(places: readonly Place[]): Generator<Place[]> {
  let part: Place[] = []
  let size = 0
  for (const place of places) {
    if (size > 0 && size + place.sites.size > CHUNK_STATIONS) {
      yield part
      part = []
      size = 0
    }
    part.push(place)
    size += place.sites.size
  }
  if (size > 0) yield part
}
