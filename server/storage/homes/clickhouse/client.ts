import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { blocksOf } from './lines.ts'
import { callProblem, type Place } from './problems.ts'
import { columnsOf, type TableName } from './tables.ts'

/**
 * A ClickHouse client, as far as this home needs one. Failures other than mistakes of this program are thrown as
 * HistoryAway.
 */
export interface ClickHouse {
  place: Place
  /** Yields rows of TabSeparated, block by block; the answer is complete once the generator ends. */
  blocks(query: string): AsyncGenerator<string[]>
  /** Returns all rows of a small answer, as cells. */
  rows(query: string): Promise<string[][]>
  /** Runs a statement; resolves once it is done. */
  run(statement: string): Promise<void>
  /** Inserts rows of TabSeparated (`rank` last); resolves once the rows are on disk. */
  insert(table: TableName, lines: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Timeout of a call that a request waits for, ms. */
export const CALL_TIMEOUT_MS = 30_000
/**
 * Inserts of fewer rows than this are gathered by the server with those of other processes: each separate insert makes
 * a part that has to be merged.
 */
const FEW = 1000

const SETTINGS: ClickHouseSettings = {
  // All rows of a key lie in one partition.
  do_not_merge_across_partitions_select_final: 1,
  // Otherwise an answer that breaks off would look complete.
  wait_end_of_query: 1,
  // Imported samples may lie in any number of months.
  max_partitions_per_insert_block: '0',
  max_query_size: '4000000',
  wait_for_async_insert: 1,
  // Keeps the last digit of a number: the default of older servers is faster and slightly inexact.
  precise_float_parsing: 1,
}

/**
 * Creates a client; nothing is sent yet. Only this file loads the client's package. `patience`: timeout of a call, ms.
 */
export async function openClient(place: Place, patience = CALL_TIMEOUT_MS): Promise<ClickHouse> {
  const { createClient, ClickHouseLogLevel } = await import('@clickhouse/client')
  const { url, username, password, database } = place
  const client: ClickHouseClient = createClient({
    url,
    username,
    password,
    database,
    application: 'environment-console',
    request_timeout: patience,
    max_open_connections: 20,
    // Callers report failures.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: SETTINGS,
  })
  const tried = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw callProblem(error, place)
    }
  }
  const blocks = async function* (query: string): AsyncGenerator<string[]> {
    try {
      const { stream } = await client.exec({ query: `${query} format TabSeparated` })
      yield* blocksOf(stream)
    } catch (error) {
      throw callProblem(error, place)
    }
  }
  return {
    place,
    blocks,
    async rows(query) {
      const rows: string[][] = []
      for await (const block of blocks(query)) rows.push(...block.map((line) => line.split('\t')))
      return rows
    },
    run: (statement) => tried(async () => void (await client.command({ query: statement }))),
    insert: (table, lines) =>
      tried(async () => {
        if (lines.length === 0) return
        const head = `insert into ${table} (${[...columnsOf(table), 'rank'].join(', ')})`
        await client.command({
          query: `${head} format TabSeparated\n${lines.join('\n')}\n`,
          clickhouse_settings: { async_insert: lines.length < FEW ? 1 : 0 },
        })
      }),
    close: () => client.close(),
  }
}
