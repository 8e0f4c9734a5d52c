import { roundHalfUp } from '../../standards/decimal.ts'
import { createYielder } from '../pace.ts'
import type { Storage } from '../storage/types.ts'
import { createSums, dayMeanOf, eachDay, judgedValueOf, CHUNK_STATIONS, type DayValues } from './dayMeans.ts'
import { judgeDayValues } from './dayVerdicts.ts'
import { siteOf, type Place } from './places.ts'

/**
 * A day of an area, in the same form as a station's day in the calendar: day, index, level, primary pollutants, share
 * of its stations that count, worst station (sound and water), by how many dB sound exceeds its limits by day and at
 * night, and the pollutants that were missing for judging air, if any.
 */
export type AreaDay = [
  day: string,
  index: number | null,
  level: number | null,
  primary: string[],
  share: number,
  worst: number | null,
  above?: readonly [ld: number | null, ln: number | null] | null,
  missing?: string[],
]

/**
 * Returns by how many dB a day of sound exceeds its limits, the worse of day and night; null where that is not known.
 */
export const mostAbove = (above: readonly (number | null)[] | null = null): number | null =>
  (above ?? []).reduce<number | null>((most, one) => (one === null ? most : Math.max(most ?? 0, one)), null)

/**
 * Returns the days of a place. For air the values of its stations are averaged and judged like those of one station;
 * for sound and water the worst station counts.
 */
export async function daysOfPlace(storage: Storage, place: Place, days: readonly string[]): Promise<AreaDay[]> {
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return []
  return place.medium === 'air' ? airDays(storage, place, days, { from, to }) : worstDays(storage, place, { from, to })
}

async function airDays(
  storage: Storage,
  { sites, scheme }: Place,
  days: readonly string[],
  span: { from: string; to: string },
): Promise<AreaDay[]> {
  const placeOf = new Map(days.map((day, at) => [day, at]))
  const sums = createSums(days.length)
  await eachDay(storage, [...sites.keys()], span, (_device, day, values) => {
    const at = placeOf.get(day)
    if (at !== undefined) sums.add(at, scheme === 'USAQI' ? withDailySulphur(values) : values, judgedValueOf)
  })
  const keys = sums.keys()
  const site = siteOf(sites)
  const pace = createYielder()
  const found: AreaDay[] = []
  for (const [at, day] of days.entries()) {
    if (sums.told(at) === 0) continue
    const values = Object.fromEntries(keys.map((key) => [key, rounded(sums.mean(key, at))]))
    const { index, level, primary, missing } = judgeDayValues(values, { scheme, site, day })
    const share = roundHalfUp(sums.told(at) / sites.size, 2)
    const lacking = missing.length > 0 ? ([null, missing] as const) : ([] as const)
    found.push([day, index, level, primary, share, null, ...lacking])
    if (pace.isDue()) await pace.turn()
  }
  return found
}

/** The US index needs the daily mean of sulphur dioxide beside its greatest hour. */
const withDailySulphur = (values: DayValues): DayValues =>
  values.so2 === undefined ? values : { ...values, so2_24h: dayMeanOf(values.so2) }

async function worstDays(
  { read }: Storage,
  { medium, sites }: Place,
  { from, to }: { from: string; to: string },
): Promise<AreaDay[]> {
  const worst = new Map<string, WorstDay>()
  const ids = [...sites.keys()]
  for (let at = 0; at < ids.length; at += CHUNK_STATIONS) {
    const rows = await read
      .selectFrom('environmentday')
      .select(['device_id', 'day', 'level', 'main', 'ld_above', 'ln_above'])
      .where('device_id', 'in', ids.slice(at, at + CHUNK_STATIONS))
      .where('medium', '=', medium)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .where('level', 'is not', null)
      .orderBy('device_id')
      .execute()
    for (const { device_id, day, level, main, ld_above, ln_above } of rows) {
      const known = worst.get(day)
      const above = [ld_above, ln_above] as const
      const one = { device: device_id, level: level ?? 0, main, above, stations: (known?.stations ?? 0) + 1 }
      if (known && badnessOf(known) >= badnessOf(one)) known.stations = one.stations
      else worst.set(day, one)
    }
  }
  return [...worst]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, { device, level, main, above, stations }]) => [
      day,
      null,
      level,
      main === '' ? [] : main.split(','),
      roundHalfUp(stations / sites.size, 2),
      device,
      ...(medium === 'noise' ? ([above] as const) : ([] as const)),
    ])
}

interface WorstDay {
  device: number
  level: number
  main: string
  above: readonly [ld: number | null, ln: number | null]
  stations: number
}

/** Of two days of the same level, the one further above its limits is worse. */
const badnessOf = ({ level, above }: WorstDay): number => level * 1000 + (mostAbove(above) ?? 0)

/** Removes digits that come from averaging over stations and that no instrument has. */
const rounded = (value: number | null): number | null => (value === null ? null : roundHalfUp(value, 6))
