import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { HistoryHome, HistoryView } from '../types.ts'
import type { AnyTables, LastValue, Tables } from '../../types.ts'
import { lockHours } from '../postgres/locking.ts'
import { bringWanted, runOn } from './bring.ts'
import { openClient } from './client.ts'
import { dropOldHistory } from './drop.ts'
import { prepare } from './prepare.ts'
import { placeOf } from './problems.ts'
import { lastQueries } from './queries.ts'
import { writeRollups } from './rollups.ts'
import { samplesWriter } from './samples.ts'

interface Connections {
  pool: pg.Pool
  read: Kysely<AnyTables>
  jsonText(trx: Kysely<AnyTables>): HistoryView['jsonText']
}

interface ClickHouseHome {
  home: HistoryHome
  prepare(trx: Kysely<AnyTables>): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a history in a ClickHouse beside the PostgreSQL of the records (docs/decisions/0019). Samples, rollups and last
 * values lie in ClickHouse. A reader gets what it wants in temporary tables of a transaction, under the same names, so
 * that every query over them stays the same.
 */
export async function clickhouseHome(historyUrl: string, connections: Connections): Promise<ClickHouseHome> {
  const { pool, read, jsonText } = connections
  const clickhouse = await openClient(placeOf(historyUrl))
  /** Transactions under way that hold history: the rollups they change are written back at their end. */
  const holding = new WeakSet<object>()
  return {
    home: {
      storeSamples: samplesWriter({ clickhouse, pool }),
      dropSamples: (before) => dropOldHistory(clickhouse, before),
      lockHours,
      readHistory: (wanted, work) =>
        // Repeatable read: the dirty hours are seen as they were before anything was fetched.
        read
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute(async (trx) => {
            await bringWanted({ run: runOn(trx), clickhouse }, wanted, false)
            return work({ read: trx as unknown as Kysely<Tables>, jsonText: jsonText(trx) })
          }),
      holdHistory: async (trx, wanted) => {
        holding.add(trx)
        await bringWanted({ run: runOn(trx), clickhouse }, wanted, true)
      },
      settle: async (trx) => {
        if (holding.has(trx)) await writeRollups(runOn(trx), clickhouse)
      },
      lastValues: async (devices) => {
        const values: LastValue[] = []
        for (const query of lastQueries(devices))
          for await (const lines of clickhouse.blocks(query))
            for (const line of lines) {
              const [device_id = 0, nodemap_id = 0, ts = 0, value = 0] = line.split('\t').map(Number)
              values.push({ device_id, nodemap_id, ts, value })
            }
        return values
      },
      reachable: async () => void (await clickhouse.rows('select 1')),
    },
    prepare: (trx) => prepare(trx, clickhouse),
    close: () => clickhouse.close(),
  }
}
