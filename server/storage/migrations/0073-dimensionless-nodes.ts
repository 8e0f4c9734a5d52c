import { sql } from 'kysely'
import type { Migration } from './index.ts'

/** Nodes that had no unit, when none was asked for, are what they were shown as: without one. */
export const dimensionlessNodes: Migration['up'] = async (trx) => {
  await sql
    .raw("update node set dimensionless = 1, unitname = null where unitname is null or trim(unitname) = ''")
    .execute(trx)
}
