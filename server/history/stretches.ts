import { sql, type RawBuilder } from 'kysely'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import type { Span } from './query.ts'
import { whole } from './whole.ts'

/** Which parts of a span rollups tell, and which they do not. */
interface Stretches {
  /** Its full hours, `until` excluded, epoch ms: rollups tell of those that are not behind. */
  from: number
  until: number
  /** Rows of all other times, from when to when, the end excluded: the ends of the span that are no full hours, and the hours that are behind. */
  stretches: RawBuilder<unknown>
}

/** What of a span rollups tell. */
export function stretchesOf({ device, start, end }: Omit<Span, 'nodemaps'>): Stretches {
  const from = Math.ceil(start / HOUR) * HOUR
  const until = Math.max(from, hourStart(end + 1))
  const ends = [
    [start, Math.min(from, end + 1)],
    [Math.min(until, end + 1), end + 1],
  ] as const
  const stretches = sql`
    values ${sql.join(ends.map(([starts, stops]) => sql`(${whole(starts)}, ${whole(stops)})`))}
    union all
    select hour, hour + ${sql.lit(HOUR)} from dirtyhour where device_id = ${whole(device)} and hour >= ${whole(from)} and hour < ${whole(until)}`
  return { from, until, stretches }
}
