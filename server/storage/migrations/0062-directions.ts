import { sql } from 'kysely'
import type { Migration } from './index.ts'

/**
 * Rollups of directions hold the sums of their sines and cosines, of unit vectors and weighted by speed (of `speeds` values); null of all other nodes, and until an
 * hour is rolled up again. Nodes in degrees of a whole turn had vector means by the hour: they keep them by their new flag.
 */
export const directions: Migration['up'] = async (trx) => {
  for (const column of ['sine', 'cosine', 'speed_sine', 'speed_cosine', 'speeds'])
    await sql.raw(`alter table rollup add column ${column} double precision`).execute(trx)
  await trx
    .updateTable('node')
    .set({ is_direction: 1 })
    .where('unitname', 'in', ['°', 'º', 'deg', '度'])
    .where('min_value', '=', 0)
    .where('max_value', 'in', [359, 359.9, 360])
    .execute()
}
