import { sql } from 'kysely'
import type { Medium } from '../../standards/types.ts'
import { hourOfDay } from '../history/calendar.ts'
import type { Measures } from '../live/measures.ts'
import type { Platform } from '../platform.ts'
import { joinInOrder, integerRows } from '../quality/integerRows.ts'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import { createDays } from './day.ts'
import type { Means } from './hours.ts'
import { byMedium } from './job.ts'
import { judgeHour, looksBack, LOOKS_BACK, newestOf, WATER_HOURS, type MeasuredVerdict } from './verdicts.ts'

/** A node at a past moment, epoch ms. */
export interface NodeMoment {
  device_id: number
  nodemap_id: number
  at: number
}

/**
 * Returns how the stations of some nodes were judged at past moments, as `GET environment?at` does: for the last hour
 * that had ended, for water the newest hour with samples. For a device that measures several media it is the medium of
 * the node; for a node that is not judged by law it is the first medium with a class. In the order given; null: no
 * class. It takes one query for any number of moments.
 */
export async function pastVerdicts(
  { storage, registry, settings }: Platform,
  { models, sites, schemes }: Measures,
  asked: readonly NodeMoment[],
): Promise<(MeasuredVerdict | null)[]> {
  const dayOf = createDays(settings.timeZone)
  const stations = asked.flatMap((moment, place) => {
    const device = registry.device(moment.device_id)
    const model = device && models.get(device.devicetype_id)
    if (!device || !model) return []
    const own = model.find(({ nodemap }) => nodemap === moment.nodemap_id)?.pollutant.medium
    const scheme = schemes.get(device.project_id) ?? 'HJ'
    const media = own ? [own] : [...byMedium(model).keys()]
    return [{ place, device: device.id, hour: hourStart(moment.at) - HOUR, scheme, media }]
  })
  const hoursOf = ({ hour, scheme, media }: (typeof stations)[number]): number[] => {
    const length = Math.max(looksBack(scheme) ? LOOKS_BACK : 1, media.includes('water') ? WATER_HOURS : 1)
    return Array.from({ length }, (_, back) => hour - back * HOUR)
  }
  const means = await meansOf(
    storage,
    stations.flatMap((station) => hoursOf(station).map((hour) => [station.device, hour] as const)),
  )
  const found = asked.map((): MeasuredVerdict | null => null)
  for (const station of stations) {
    const { place, device, hour, scheme, media } = station
    for (const medium of media) {
      const past = hoursOf(station).map((one) => means.get(`${device} ${one} ${medium}`))
      const back = newestOf(past, medium === 'water' ? WATER_HOURS : 1)
      if (past[back] === undefined) continue
      const begin = hour - back * HOUR
      const context = { medium, scheme, site: sites.get(device) ?? {}, day: dayOf(begin).day }
      const verdict = judgeHour(past.slice(back), context, hourOfDay(begin, settings.timeZone))
      if (verdict.level === null) continue
      found[place] = verdict
      break
    }
  }
  return found
}

/** Loads the stored means of some hours of devices, by device, hour and medium. */
async function meansOf(
  { engine, read }: Platform['storage'],
  hours: readonly (readonly [device: number, hour: number])[],
): Promise<ReadonlyMap<string, Means>> {
  const distinct = [...new Map(hours.map((one) => [one.join(' '), one])).values()]
  if (distinct.length === 0) return new Map()
  const kept = joinInOrder(
    engine,
    'environmenthour',
    'kept',
    sql`kept.hour = asked.hour and kept.medium in ('air', 'noise', 'water') and kept.device_id = asked.device_id`,
  )
  const { rows } = await sql<{ device_id: number; hour: number; medium: Medium; means: string }>`
    select kept.device_id, kept.hour, kept.medium, kept.means
    from ${integerRows(engine, ['device_id', 'hour'], distinct)} as asked ${kept}`.execute(read)
  return new Map(
    rows.map(({ device_id, hour, medium, means }) => [`${device_id} ${hour} ${medium}`, JSON.parse(means) as Means]),
  )
}
