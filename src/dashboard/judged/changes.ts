import type { PlaceHour, PlaceRow } from '../../../dataProvider/calls/placeHours.ts'
import { HOUR } from '../../../resources/kit/zone.ts'

/** The change of an area from one class to its current one. */
export interface ClassChange {
  area: number | null
  medium: PlaceRow['medium']
  /** Standard of both classes; '' if the platform does not report it. */
  standard: string
  from: number
  to: number
  /** Time of the change, ms since the epoch. */
  at: number
  /**
   * What decides the worse of the two classes, with its value before and after; null if the platform does not report
   * it, or it was not measured in both hours.
   */
  cause: { key: string; before: number; now: number } | null
}

/** Returns when each area last changed to its current class, newest first; an area that kept its class has no entry. */
export const classChanges = (rows: readonly PlaceRow[]): ClassChange[] =>
  rows.flatMap((row) => lastChange(row) ?? []).toSorted((a, b) => b.at - a.at)

function lastChange({ area, medium, hours }: PlaceRow): ClassChange | null {
  const classed = hours.filter((hour): hour is PlaceHour & { level: number } => hour.level !== null)
  const now = classed.at(-1)
  // A class of another standard is neither better nor worse.
  const judged = classed.filter(({ standard }) => standard === now?.standard)
  const before = now && judged.findLast(({ level }) => level !== now.level)
  const first = before && judged[judged.indexOf(before) + 1]
  if (!now || !before || !first) return null
  const worse = now.level > before.level ? first : before
  const [key] = worse.deciding ?? worse.primary
  const [old, new_] = key === undefined ? [] : [before.parts[key], first.parts[key]]
  return {
    area,
    medium,
    standard: now.standard,
    from: before.level,
    to: now.level,
    at: first.at,
    cause: key !== undefined && old && new_ ? { key, before: old.value, now: new_.value } : null,
  }
}

/** Returns the 24 hours up to `end`, oldest first; null for hours without data. */
export function lastDay(hours: readonly PlaceHour[], end: number): (PlaceHour | null)[] {
  const known = new Map(hours.map((hour) => [hour.at, hour]))
  return Array.from({ length: 24 }, (_, at) => known.get(end - (23 - at) * HOUR) ?? null)
}

/**
 * Orders hours of places under one standard, the worst class first and within it the highest index. Hours without a
 * class come last.
 */
export const worseHour = (a: PlaceHour | null, b: PlaceHour | null): number =>
  (b?.level ?? 0) - (a?.level ?? 0) || (b?.index ?? -1) - (a?.index ?? -1)

/** Returns the newest hour with data, if it is at most three hours old. */
export const newestHour = (hours: readonly PlaceHour[], now: number): PlaceHour | null => {
  const last = hours.at(-1)
  return last && now - last.at <= 3 * HOUR ? last : null
}
