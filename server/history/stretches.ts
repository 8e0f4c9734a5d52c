import { sql, type RawBuilder } from 'kysely'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import type { Span } from './query.ts'
import { asInteger } from './asInteger.ts'

/** The part of a span that rollups may cover, and the stretches they do not cover. */
interface Stretches {
  /** Full hours of the span, `until` excluded, epoch ms: rollups cover those that are not dirty. */
  from: number
  until: number
  /**
   * Rows (start, end), the end excluded, of all other times: the ends of the span that are no full hours, and the dirty
   * hours.
   */
  stretches: RawBuilder<unknown>
}

/** Finds which stretches of a span rollups cover. */
export function stretchesOf({ device, start, end }: Omit<Span, 'nodemaps'>): Stretches {
  const from = Math.ceil(start / HOUR) * HOUR
  const until = Math.max(from, hourStart(end + 1))
  const ends = [
    [start, Math.min(from, end + 1)],
    [Math.min(until, end + 1), end + 1],
  ] as const
  const stretches = sql`
    values ${sql.join(ends.map(([starts, stops]) => sql`(${asInteger(starts)}, ${asInteger(stops)})`))}
    union all
    select hour, hour + ${sql.lit(HOUR)} from dirtyhour where device_id = ${asInteger(device)} and hour >= ${asInteger(from)} and hour < ${asInteger(until)}`
  return { from, until, stretches }
}
