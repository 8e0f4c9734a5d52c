import { sql } from 'kysely'
import type { Migration } from './index.ts'

/** Rollups of sound levels hold the sum of their energies; null of all other nodes, and until an hour is rolled up again. */
export const soundEnergies: Migration['up'] = async (trx) => {
  await sql.raw('alter table rollup add column energy double precision').execute(trx)
}
