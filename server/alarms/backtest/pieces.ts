import { sql } from 'kysely'
import { HOUR, hourStart } from '../../storage/dirtyHours.ts'
import { rolledWanted } from '../../storage/homes/types.ts'
import type { Storage } from '../../storage/types.ts'

/** An hour of a node, or the part of it within the span. Where there is no rollup, its samples have to be read. */
export interface Piece {
  from: number
  /** Exclusive. */
  until: number
  rolled: {
    min: number
    max: number
    first: number
    last: number
    first_at: number
    last_at: number
    count: number
  } | null
}

interface Stretch {
  device: number
  nodemap: number
  start: number
  end: number
}

/**
 * Returns the hours of which something is stored, oldest first, and the parts of hours at both ends of the span. One
 * statement, so that an hour that is rolled up meanwhile is seen once.
 */
export async function piecesOf({ readHistory }: Storage, { device, nodemap, start, end }: Stretch): Promise<Piece[]> {
  const from = Math.ceil(start / HOUR) * HOUR
  const until = Math.max(from, hourStart(end + 1))
  type Row = NonNullable<Piece['rolled']> & { hour: number; dirty: number }
  const wanted = { ...rolledWanted(device, from, until), nodemaps: [nodemap] }
  const { rows } = await readHistory([wanted], ({ read }) =>
    sql<Row>`
    select hour, 0 as dirty, min, max, first, last, first_at, last_at, count from rollup
    where device_id = ${device} and nodemap_id = ${nodemap} and hour >= ${from} and hour < ${until}
      and not exists (select 1 from dirtyhour where dirtyhour.device_id = rollup.device_id and dirtyhour.hour = rollup.hour)
    union all
    select hour, 1, 0, 0, 0, 0, 0, 0, 0 from dirtyhour where device_id = ${device} and hour >= ${from} and hour < ${until}
    order by hour`.execute(read),
  )
  const hours = rows.map(
    ({ hour, dirty, ...rolled }): Piece => ({
      from: Number(hour),
      until: Number(hour) + HOUR,
      rolled: Number(dirty) === 1 ? null : rolled,
    }),
  )
  const ends = [
    { from: start, until: Math.min(from, end + 1) },
    { from: Math.min(until, end + 1), until: end + 1 },
  ].map((piece): Piece => ({ ...piece, rolled: null }))
  return [...ends.slice(0, 1), ...hours, ...ends.slice(1)].filter((piece) => piece.until > piece.from)
}
