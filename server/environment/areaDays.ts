import { roundHalfUp } from '../../standards/decimal.ts'
import { createPace } from '../pace.ts'
import type { Storage } from '../storage/types.ts'
import { createSums, eachDay, judgedOf, TOGETHER } from './dayMeans.ts'
import { judgeDayValues } from './dayVerdicts.ts'
import { siteOf, type Place } from './places.ts'

/** A day of an area, as the calendar of a station has it: day, index, level, primary pollutants, share of its stations that count, the worst of sound and water. */
export type AreaDay = [
  day: string,
  index: number | null,
  level: number | null,
  primary: string[],
  share: number,
  worst: number | null,
]

/** The days of a place. Of air its stations' values together, judged as if they were one station's; of sound and water its worst station. */
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
    if (at !== undefined) sums.add(at, values, judgedOf)
  })
  const keys = sums.keys()
  const site = siteOf(sites)
  const pace = createPace()
  const found: AreaDay[] = []
  for (const [at, day] of days.entries()) {
    if (sums.told(at) === 0) continue
    const values = Object.fromEntries(keys.map((key) => [key, rounded(sums.mean(key, at))]))
    const { index, level, primary } = judgeDayValues(values, { scheme, site, day })
    found.push([day, index, level, primary, roundHalfUp(sums.told(at) / sites.size, 2), null])
    if (pace.isDue()) await pace.turn()
  }
  return found
}

async function worstDays(
  { read }: Storage,
  { medium, sites }: Place,
  { from, to }: { from: string; to: string },
): Promise<AreaDay[]> {
  const worst = new Map<string, { device: number; level: number; main: string; stations: number }>()
  const ids = [...sites.keys()]
  for (let at = 0; at < ids.length; at += TOGETHER) {
    const rows = await read
      .selectFrom('environmentday')
      .select(['device_id', 'day', 'level', 'main'])
      .where('device_id', 'in', ids.slice(at, at + TOGETHER))
      .where('medium', '=', medium)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .where('level', 'is not', null)
      .orderBy('device_id')
      .execute()
    for (const { device_id, day, level, main } of rows) {
      const known = worst.get(day)
      const stations = (known?.stations ?? 0) + 1
      if (known && known.level >= (level ?? 0)) known.stations = stations
      else worst.set(day, { device: device_id, level: level ?? 0, main, stations })
    }
  }
  return [...worst]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, { device, level, main, stations }]) => [
      day,
      null,
      level,
      main === '' ? [] : main.split(','),
      roundHalfUp(stations / sites.size, 2),
      device,
    ])
}

/** Digits that a mean over stations leaves and no instrument has. */
const rounded = (value: number | null): number | null => (value === null ? null : roundHalfUp(value, 6))
