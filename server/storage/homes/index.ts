import type { Kysely } from 'kysely'
import type { AnyTables, Samples, Tables } from '../types.ts'
import type { HistoryHome, HistoryStore, HistoryView } from './types.ts'

/** Makes the history of a home: the part that is the same for each home. `write` reaches the tables of the records. */
export function historyStore(home: HistoryHome, write: Kysely<AnyTables>): HistoryStore {
  const { storeSamples, dropSamples, settle: _settle, ...rest } = home
  return {
    ...rest,
    storeSamples: async (samples) => {
      checkSamples(samples)
      if (samples.ts.length > 0 || (samples.evidence?.marks.length ?? 0) > 0) await storeSamples(samples)
    },
    dropHistory: async (before) => {
      await dropSamples(before)
      await write.transaction().execute(async (trx) => {
        for (const table of ['historyrevision', 'historymark', 'historyflag', 'qualityskew'])
          await trx.deleteFrom(table).where('ts', '<', before).execute()
      })
    },
  }
}

/** Reads history that lies in the database of the records: everything wanted is already there. */
export function readInPlace(
  read: Kysely<AnyTables>,
  jsonText: HistoryView['jsonText'],
): Pick<HistoryHome, 'readHistory' | 'holdHistory' | 'lastValues' | 'reachable' | 'settle'> {
  // The same connections, typed with the tables that are known here by name.
  const tables = read as unknown as Kysely<Tables>
  return {
    readHistory: (_wanted, work) => work({ read: tables, jsonText }),
    holdHistory: async () => {},
    reachable: async () => {},
    settle: async () => {},
    lastValues: (devices) => {
      const query = tables.selectFrom('lastvalue').select(['device_id', 'nodemap_id', 'ts', 'value'])
      return (devices === null ? query : query.where('device_id', 'in', devices)).execute()
    },
  }
}

/**
 * Throws TypeError for columns of different lengths and for numbers that are not finite. A wrong number would otherwise
 * be stored as something else (null as 0), or fail in one home only.
 */
function checkSamples(samples: Samples): void {
  const { device_id, nodemap_id, ts, value, save } = samples
  for (const numbers of [device_id, nodemap_id, ts, value, save]) {
    if (numbers.length !== ts.length) throw new TypeError('the columns of samples differ in length')
    if (!numbers.every(Number.isFinite)) throw new TypeError('a sample holds something other than a finite number')
  }
}
