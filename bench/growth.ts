import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { waveAt, type Quantity } from '../server/demo/values/wave.ts'
import { silentLog } from '../server/log.ts'
import { openStorage } from '../server/storage/index.ts'
import type { Samples, Storage } from '../server/storage/types.ts'
import { clickhousePlace, engines, hasClickhouse, openTestStorage, testPlace } from '../tests/support/storage.ts'
import { figure, median, type Bench } from './report.ts'

/**
 * Points per second of storeSamples for the first and for the thousandth row of each series, arriving as devices send:
 * a row of every series a minute, so that each point of a batch belongs to another place of the table; and the bytes a
 * point takes then. Two databases take turns, so that other load on the machine affects both.
 */
const HOMES = [...engines, ...(hasClickhouse ? (['clickhouse'] as const) : [])]
/** Quantities of a device's nodes: curves of the demo, as instruments show them. */
const QUANTITIES: readonly Quantity[] = ['tsp', 'o3', 'no2', 'so2', 'co', 'humidity', 'windSpeed', 'pressure']
const NODES = QUANTITIES.length
const SERIES = 10_000
const BATCH = 5000
const ROWS = 1000
/** Rows that are measured: the first TOLD, and as many that end with the thousandth. */
const TOLD = 20
/** The rows between are filled in series by series, which is quicker and results in the same table. */
const FILLED_AT_ONCE = 20

const START = Date.UTC(2025, 10, 3)
const MINUTE = 60_000
/** Coprime to SERIES, so that its multiples meet each series once. */
const STRIDE = 3

const range = (length: number, from = 0): number[] => Array.from({ length }, (_, i) => from + i)

/** A value of each series for each row. */
function samplesOf(series: readonly number[], rows: readonly number[]): Samples {
  const points = series.flatMap((n) =>
    rows.map((row) => ({ device: Math.floor(n / NODES), node: n % NODES, ts: START + row * MINUTE })),
  )
  return {
    device_id: points.map(({ device }) => 1 + device),
    nodemap_id: points.map(({ node }) => 1 + node),
    ts: points.map(({ ts }) => ts),
    value: points.map(({ device, node, ts }) => waveAt(QUANTITIES[node] ?? 'tsp', device, ts)),
    save: points.map(() => 1),
  }
}

/** A row of every series in batches, in an order of its own. */
const batchesOf = (row: number): Samples[] =>
  range(SERIES / BATCH).map((part) =>
    samplesOf(
      range(BATCH, part * BATCH).map((i) => (i * STRIDE + row * NODES) % SERIES),
      [row],
    ),
  )

interface Home {
  storage: Storage
  /** Size of the history, bytes; on SQLite of the whole file. */
  bytes(): Promise<number>
  dispose(): Promise<void>
}

/** Opens an empty history in ClickHouse, with the records in PostgreSQL. */
async function openClickhouse(): Promise<Home> {
  const [{ settings, remove }, { historyUrl, ask, ...outside }] = await Promise.all([
    testPlace('postgres'),
    clickhousePlace(),
  ])
  const storage = await openStorage({ ...settings, historyUrl }, silentLog)
  return {
    storage,
    async bytes() {
      const [row] = await ask(
        `select sum(bytes_on_disk) from system.parts where database = currentDatabase() and table = 'history' and active`,
      )
      return Number(row?.[0])
    },
    async dispose() {
      await storage.close()
      await remove()
      await outside.remove()
    },
  }
}

async function openEngine(engine: 'sqlite' | 'postgres'): Promise<Home> {
  const { storage, dispose } = await openTestStorage(engine)
  const size =
    engine === 'sqlite'
      ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
      : sql<{
          bytes: number
        }>`select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits where inhparent = 'history'::regclass`
  return { storage, dispose, bytes: async () => Number((await size.execute(storage.readAny)).rows[0]?.bytes) }
}

/** Points per second with few and with many rows before, and bytes a point with the latter. */
async function measure(home: (typeof HOMES)[number]): Promise<number[]> {
  const sides = []
  let bytes = NaN
  for (const before of [0, ROWS - TOLD]) {
    const opened = await (home === 'clickhouse' ? openClickhouse() : openEngine(home))
    const { storage } = opened
    const empty = await opened.bytes()
    for (let first = 0; before > 0 && first < SERIES; first += FILLED_AT_ONCE)
      await storage.storeSamples(samplesOf(range(FILLED_AT_ONCE, first), range(before)))
    sides.push({ ...opened, before, empty, times: [] as number[] })
  }
  for (let row = 0; row < TOLD; row++) {
    for (const { before, storage, times } of sides) {
      for (const samples of batchesOf(before + row)) {
        const started = performance.now()
        await storage.storeSamples(samples)
        times.push(performance.now() - started)
      }
    }
  }
  // The figures of the last side are reported, the one that has all rows.
  for (const side of sides) {
    bytes = ((await side.bytes()) - side.empty) / (SERIES * ROWS)
    await side.dispose()
  }
  return [...sides.map(({ times }) => (BATCH / median(times)) * 1000), bytes]
}

const bench: Bench = async () => {
  const rows: (string | number)[][] = []
  for (const home of HOMES) {
    const [first = NaN, last = NaN, bytes = NaN] = await measure(home)
    rows.push([`storeSamples, ${home}`, figure(first), figure(last), figure(first / last), figure(bytes)])
  }
  return [
    {
      title: 'Storing samples as series grow',
      how: `Points/s, median of ${(TOLD * SERIES) / BATCH} batches of ${figure(BATCH)}, a row of each of ${figure(SERIES)} series after the other, on curves of the demo; both databases in turns. Bytes are those of the history after row ${figure(ROWS)}, of SQLite those of the whole file.`,
      aim: 'the first rows at most 1.5 times as fast as the thousandth; ClickHouse then at least 3 times as fast as SQLite, at under 3 bytes a point',
      columns: ['home', `rows 1 to ${TOLD}`, `rows ${ROWS - TOLD + 1} to ${figure(ROWS)}`, 'ratio', 'bytes a point'],
      rows,
    },
  ]
}
export default bench
