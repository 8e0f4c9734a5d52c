import { sql } from 'kysely'
import { ROLLUP } from '../../postgres/locks.ts'
import type { HistoryHome } from '../types.ts'

/** Locks hours in the database of the records, where they are marked and unmarked wherever the samples lie. */
export const lockHours: HistoryHome['lockHours'] = async (trx, how) => {
  await LOCKS[how].execute(trx)
}

const LOCKS = {
  marking: sql`select pg_advisory_xact_lock_shared(${ROLLUP})`,
  unmarking: sql`select pg_advisory_xact_lock(${ROLLUP})`,
}
