import type { PlaceHour, PlaceRow } from '../../../dataProvider/calls/placeHours.ts'
import { HOUR } from '../../../resources/kit/zone.ts'

/** A class that an area has left for the one it has now. */
export interface ClassChange {
  area: number | null
  medium: PlaceRow['medium']
  /** Of both classes; '' where the platform does not say. */
  standard: string
  from: number
  to: number
  /** Since when, epoch ms. */
  at: number
  /** What has the worse of the two classes, with its value before and now; null where the platform does not say, or it was not measured in both hours. */
  cause: { key: string; before: number; now: number } | null
}

/** When each area last came to the class it has now, newest first; none for one that had it all the time. */
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

/** Twenty-four hours up to `end`, oldest first; null where nobody told anything. */
export function lastDay(hours: readonly PlaceHour[], end: number): (PlaceHour | null)[] {
  const known = new Map(hours.map((hour) => [hour.at, hour]))
  return Array.from({ length: 24 }, (_, at) => known.get(end - (23 - at) * HOUR) ?? null)
}

/** Orders hours of places that one standard judges, the worst class first and within it the highest index. One without a class comes last. */
export const worseHour = (a: PlaceHour | null, b: PlaceHour | null): number =>
  (b?.level ?? 0) - (a?.level ?? 0) || (b?.index ?? -1) - (a?.index ?? -1)

/** The newest hour that told anything, of at most a few hours ago. */
export const newestHour = (hours: readonly PlaceHour[], now: number): PlaceHour | null => {
  const last = hours.at(-1)
  return last && now - last.at <= 3 * HOUR ? last : null
}
