import { DAY } from '../../resources/kit/zone.ts'
import { keepMeasures } from '../live/measures.ts'
import { callSchema } from '../openapi/call.ts'
import { environmentCalls } from './calls.ts'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../errors.ts'
import { hourOfDay } from '../history/calendar.ts'
import { signedInOf } from '../http/auth.ts'
import { idOf } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { spanOf } from '../http/query.ts'
import { createYielder } from '../pace.ts'
import type { Platform } from '../platform.ts'
import type { Medium } from '../../standards/types.ts'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import { createDays } from './day.ts'
import type { Means } from './hours.ts'
import { judgePlace, meanOfStations, placesOf, type Grouping, type Place, type PlaceHour } from './places.ts'
import { stationsOf, type Filter, type Station } from './stations.ts'
import { looksBack, LOOKS_BACK } from './verdicts.ts'

/** Longest span, ms. */
const MAX_SPAN_MS = 7 * DAY
/** Maximum number of stations that one call may name. */
const MAX_STATIONS = 100
/** Number of hours before its own that a judgement may look back on. */
const BACK = LOOKS_BACK - 1
/** Up to this number of devices, the query names them; with more, it reads the whole hour. */
const FEW = 200

interface Row {
  medium: Medium
  /** Number of stations at the place that measure the medium. */
  stations: number
  hours: (PlaceHour & { at: number })[]
}

/**
 * The call for the environment hour by hour, for an overview: by area, over all stations, or for single stations
 * (docs/wire.md, `environment`).
 */
export async function environmentHourRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { storage, registry, settings } = platform
  const measuresOf = keepMeasures(storage, registry)
  const dayOf = createDays(settings.timeZone)

  app.get<{ Querystring: Filter & { by?: string; from?: string; to?: string } }>(
    '/v1/environment/hours',
    { schema: callSchema(environmentCalls.hours), config: { reads: 'live' } },
    async (request) => {
      const { query } = request
      const { from, to } = spanOf(query, Date.now(), { usual: DAY, longest: MAX_SPAN_MS })
      const measures = await measuresOf()
      const { by, stations } = askedOf(platform, measures, signedInOf(request).caller, query)
      const places = placesOf(stations, measures, registry, { by, root: idOf(query.dis_id ?? '') })
      const deep = places.some(({ medium, scheme }) => medium === 'air' && looksBack(scheme))
      const rows = places.map(({ medium, name, sites }): Row & Place['name'] => ({
        ...name,
        medium,
        stations: sites.size,
        hours: [],
      }))
      const ids = [...new Set(stations.map(({ device }) => device.id))]
      const pasts = places.map((): (Means | undefined)[] => [])
      const pace = createYielder()
      const first = hourStart(from)
      for (let hour = first - (deep ? BACK * HOUR : 0); hour + HOUR <= to; hour += HOUR) {
        const found = await meansOf(platform, hour, ids)
        for (const [at, place] of places.entries()) {
          const { medium, sites } = place
          const own = new Map<number, Means>()
          for (const device of sites.keys()) {
            const text = found.get(`${medium} ${device}`)
            if (text !== undefined) own.set(device, JSON.parse(text) as Means)
          }
          const past = pasts[at] ?? []
          const moment = { day: dayOf(hour).day, hour: hourOfDay(hour, settings.timeZone) }
          const told = hour >= first ? judgePlace(place, own, past, moment) : null
          if (told) rows[at]?.hours.push({ at: hour + HOUR, ...told })
          if (deep && medium === 'air') pasts[at] = [meanOfStations(own), ...past].slice(0, BACK)
          if (pace.isDue()) await pace.turn()
        }
      }
      return ok(rows)
    },
  )
}

/**
 * Returns the stations of a request and their grouping. Named stations get a row each.
 *
 * @throws ApiError 404 for a device that the caller may not see; 400 for a wrong parameter
 */
function askedOf(
  platform: Platform,
  measures: Parameters<typeof stationsOf>[1],
  caller: Parameters<typeof stationsOf>[2],
  { by, deviceid, ...filter }: Filter & { by?: string },
): { by: Grouping; stations: Station[] } {
  if (by !== undefined && by !== '' && by !== 'area' && by !== 'all')
    throw invalid({ by: { key: 'error.rule.choice' } })
  if (!deviceid) return { by: by === 'all' ? 'all' : 'area', stations: stationsOf(platform, measures, caller, filter) }
  // A parameter that is given twice is an array.
  const named = [...new Set(String(deviceid).split(','))]
  if (named.length > MAX_STATIONS) throw invalid({ deviceid: { key: 'error.rule.ids', args: { max: MAX_STATIONS } } })
  return {
    by: 'station',
    stations: named.flatMap((id) => stationsOf(platform, measures, caller, { ...filter, deviceid: id })),
  }
}

/** Returns the stored means of an hour, as JSON, by medium and device. */
async function meansOf({ storage }: Platform, hour: number, ids: readonly number[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  let wanted = storage.read
    .selectFrom('environmenthour')
    .select(['medium', 'device_id', 'means'])
    .where('hour', '=', hour)
  if (ids.length <= FEW) wanted = wanted.where('medium', 'in', ['air', 'noise', 'water']).where('device_id', 'in', ids)
  return new Map((await wanted.execute()).map(({ medium, device_id, means }) => [`${medium} ${device_id}`, means]))
}
