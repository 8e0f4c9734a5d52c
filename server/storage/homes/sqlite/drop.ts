import { sql, type Kysely } from 'kysely'
import type { AnyTables } from '../../types.ts'

/** One node of one device; its rows lie together in the table, by time. */
interface Series {
  device_id: number
  nodemap_id: number
}

/** Rows deleted in one transaction, and series checked for it: other writes take their turn in between. */
const ROWS = 5000
const SERIES = 200

/**
 * Deletes history older than a time (epoch ms), series by series along the key, since no index begins with the time.
 */
export async function dropOldHistory(read: Kysely<AnyTables>, write: Kysely<AnyTables>, before: number): Promise<void> {
  let old: Series[] = []
  let last: Series | undefined = { device_id: -1, nodemap_id: -1 }
  while (last) {
    const next: (Series & { ts: number }) | undefined = await oldestAfter(read, last)
    if (next && next.ts < before) old.push(next)
    if (!next || old.length === SERIES) while (old.length > 0) old = await deleteSlice(write, old, before)
    last = next
  }
}

/** Returns the oldest row of the series that comes next in the table. */
async function oldestAfter(
  read: Kysely<AnyTables>,
  { device_id, nodemap_id }: Series,
): Promise<(Series & { ts: number }) | undefined> {
  const { rows } = await sql<Series & { ts: number }>`
    select device_id, nodemap_id, ts from history where (device_id, nodemap_id) > (${device_id}, ${nodemap_id})
    order by device_id, nodemap_id, ts limit 1`.execute(read)
  return rows[0]
}

/** Deletes old rows from the first series on, and returns the series that are not finished. */
const deleteSlice = (write: Kysely<AnyTables>, series: readonly Series[], before: number): Promise<Series[]> =>
  write.transaction().execute(async (trx) => {
    let left = ROWS
    for (const [index, { device_id, nodemap_id }] of series.entries()) {
      const deleted = await sql`
        delete from history where device_id = ${device_id} and nodemap_id = ${nodemap_id} and ts in (
          select ts from history where device_id = ${device_id} and nodemap_id = ${nodemap_id} and ts < ${before} order by ts limit ${left})`.execute(
        trx,
      )
      left -= Number(deleted.numAffectedRows)
      if (left <= 0) return series.slice(index)
    }
    return []
  })
