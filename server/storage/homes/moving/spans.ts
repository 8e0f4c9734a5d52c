import { DAY } from '../../../../resources/kit/zone.ts'

/**
 * The days of one piece of a table that is moved and checked: from `from` to before `until`, epoch ms, never beyond one
 * month (UTC).
 */
export interface Span {
  from: number
  until: number
  /** The days that hold rows, as days since the epoch, in order. */
  days: readonly number[]
}

/** Most rows of a piece; a single day may have more. */
const ROWS = 500_000

/**
 * Cuts a table into pieces, oldest first: whole days of one month (UTC), several together while they are small.
 * `counts` has the rows of each day.
 */
export function piecesOf(counts: ReadonlyMap<number, number>, most = ROWS): Span[] {
  const pieces: { days: number[]; month: string; rows: number }[] = []
  for (const [day, rows] of [...counts].toSorted(([a], [b]) => a - b)) {
    const last = pieces.at(-1)
    if (last && last.month === monthOf(day) && last.rows + rows <= most) {
      last.days.push(day)
      last.rows += rows
    } else pieces.push({ days: [day], month: monthOf(day), rows })
  }
  return pieces.map(({ days }) => ({ from: (days[0] ?? 0) * DAY, until: ((days.at(-1) ?? 0) + 1) * DAY, days }))
}

/** Formats a day for people. A faulty clock may have left a day that no calendar has. */
export function dayName(day: number): string {
  const date = new Date(day * DAY)
  return Number.isNaN(date.getTime()) ? `day ${day}` : date.toISOString().replace(/T.*/, '')
}

const monthOf = (day: number): string => dayName(day).replace(/-\d\d$/, '')

/** Names a piece by its day, or by its first and last day. */
export function spanName({ days }: Span): string {
  const [first = 0, last = first] = [days[0], days.at(-1)]
  return first === last ? dayName(first) : `${dayName(first)} to ${dayName(last)}`
}

/** The sum of the rows of some days. */
export const rowsOf = (counts: ReadonlyMap<number, number>, days: Iterable<number> = counts.keys()): number =>
  [...days].reduce((sum, day) => sum + (counts.get(day) ?? 0), 0)
