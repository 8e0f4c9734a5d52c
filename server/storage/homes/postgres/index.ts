import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Log } from '../../../log.ts'
import type { AnyTables } from '../../types.ts'
import { readInPlace } from '../index.ts'
import type { HistoryHome, HistoryView } from '../types.ts'
import { dropOldHistory } from './drop.ts'
import { lockHours } from './locking.ts'
import { samplesWriter } from './samples.ts'

interface Connections {
  pool: pg.Pool
  read: Kysely<AnyTables>
  jsonText: HistoryView['jsonText']
}

/**
 * A history in the PostgreSQL of the records, partitioned by month (UTC): a partition is created with its first sample
 * and dropped as a whole.
 */
export const postgresHome = ({ pool, read, jsonText }: Connections, log: Log): HistoryHome => ({
  storeSamples: samplesWriter(pool),
  dropSamples: (before) => dropOldHistory(pool, before, log),
  lockHours,
  ...readInPlace(read, jsonText),
})
