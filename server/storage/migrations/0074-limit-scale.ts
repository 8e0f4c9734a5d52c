import { sql } from 'kysely'
import type { Migration } from './index.ts'

/** Rules of before this version compare with values as they are stored, and go on doing so until somebody converts them. */
export const limitScale: Migration['up'] = async (trx) => {
  await sql`update threshold set limit_scale = 0`.execute(trx)
}
