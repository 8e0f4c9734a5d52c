import { addDays, type Zone } from '../../../resources/kit/zone.ts'
import { meanOfHours } from './figures.ts'
import type { ShownHour } from './hours.ts'

/**
 * A day's row with one entry per hour of the clock; null: no data. On days when the clocks change, an hour is missing,
 * or one entry stands for two.
 */
export interface CarpetRow {
  day: string
  cells: readonly (ShownHour | null)[]
}

/** Returns the days of a span, each with its hours by the clock. */
export function carpetOf(hours: readonly ShownHour[], first: string, last: string, zone: Zone): CarpetRow[] {
  const days = new Map<string, (ShownHour | null)[]>()
  for (let day = first; day <= last; day = addDays(day, 1))
    days.set(
      day,
      Array.from({ length: 24 }, () => null),
    )
  for (const hour of hours) {
    const row = days.get(zone.day(hour.at))
    if (row) row[zone.hour(hour.at)] = hour
  }
  return [...days].map(([day, cells]) => ({ day, cells }))
}

/** Returns the hours of the clock with the highest and the lowest mean over all days; null without values. */
export function clockEnds(rows: readonly CarpetRow[], isSound: boolean): { most: number; least: number } | null {
  const means = Array.from({ length: 24 }, (_, hour) =>
    meanOfHours(
      rows.flatMap(({ cells }) => cells[hour] ?? []),
      isSound,
    ),
  )
  const known = means.flatMap((mean, hour) => (mean === null ? [] : [{ mean, hour }]))
  const sorted = known.toSorted((one, other) => one.mean - other.mean)
  const [least, most] = [sorted[0], sorted.at(-1)]
  return least && most && least !== most ? { least: least.hour, most: most.hour } : null
}
