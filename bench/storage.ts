import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import Database from 'libsql'
import pg from 'pg'
import type { Samples } from '../server/storage/types.ts'
import { engines, openTestStorage, testPlace } from '../tests/support/storage.ts'
import { figure, median, type Bench } from './report.ts'

/**
 * Measures points per second of storeSamples (a history row and a last value each, committed and on disk) beside the
 * bare driver writing the same rows in the same batches. Includes PostgreSQL where TEST_DATABASE_URL is set.
 */
const SIZES = [1000, 8000]
const POINTS = 160_000
const ROUNDS = 3

type Store = (samples: Samples) => Promise<void> | void
interface Contender {
  name: string
  open(): Promise<{ store: Store; close(): Promise<void> }>
}

/** Batch after batch from 1,000 devices of 8 nodes, every 10 s. */
function batches(size: number): Samples[] {
  return Array.from({ length: POINTS / size }, (_, batch) => {
    const points = Array.from({ length: size }, (_unused, index) => batch * size + index)
    return {
      device_id: points.map((point) => 1 + (Math.floor(point / 8) % 1000)),
      nodemap_id: points.map((point) => 1 + (point % 8)),
      ts: points.map((point) => 1_763_600_000_000 + Math.floor(point / 8000) * 10_000),
      value: points.map((point) => Math.sin(point) * 100),
      save: points.map(() => 1),
    }
  })
}

const ours = (engine: 'sqlite' | 'postgres'): Contender => ({
  name: `storeSamples, ${engine}`,
  open: async () => {
    const { storage, dispose } = await openTestStorage(engine)
    return { store: (samples) => storage.storeSamples(samples), close: dispose }
  },
})

const TABLES = (keyed: string): string => `
  create table history (device_id bigint not null, nodemap_id bigint not null, ts bigint not null, value double precision not null, primary key (device_id, nodemap_id, ts))${keyed};
  create table lastvalue (device_id bigint not null, nodemap_id bigint not null, ts bigint not null, value double precision not null, primary key (device_id, nodemap_id))${keyed}`
const HISTORY = (values: string): string =>
  `insert into history (device_id, nodemap_id, ts, value) ${values} on conflict (device_id, nodemap_id, ts) do update set value = excluded.value`
const LASTVALUE = (values: string): string =>
  `insert into lastvalue (device_id, nodemap_id, ts, value) ${values} on conflict (device_id, nodemap_id) do update set ts = excluded.ts, value = excluded.value where excluded.ts >= lastvalue.ts`

/** The bare driver in this very thread, as it is usually written: a prepared statement for each row. */
const bareSqlite: Contender = {
  name: 'libsql, a prepared statement a row',
  open: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'console-bench-'))
    const database = new Database(join(folder, 'bare.db'))
    database.prepare('pragma journal_mode = wal').all()
    database.exec(`pragma synchronous = full; ${TABLES(' without rowid')}`)
    const history = database.prepare(HISTORY('values (?, ?, ?, ?)'))
    const lastvalue = database.prepare(LASTVALUE('values (?, ?, ?, ?)'))
    const store: Store = ({ device_id, nodemap_id, ts, value }) => {
      database.exec('begin immediate')
      for (let i = 0; i < ts.length; i++) {
        const row = [device_id[i], nodemap_id[i], ts[i], value[i]]
        history.run(row)
        lastvalue.run(row)
      }
      database.exec('commit')
    }
    const close = async (): Promise<void> => {
      database.close()
      await rm(folder, { recursive: true })
    }
    return { store, close }
  },
}

/** One client and statements of many rows; no batch holds a key twice, or this would fail. */
const barePostgres: Contender = {
  name: 'pg, statements of many rows',
  open: async () => {
    const { settings, remove } = await testPlace('postgres')
    const client = new pg.Client({ connectionString: settings.databaseUrl ?? '' })
    await client.connect()
    await client.query(TABLES(''))
    const store: Store = async ({ device_id, nodemap_id, ts, value }) => {
      const rows = ts
        .map(
          (_, i) =>
            `($${i * 4 + 1}::bigint, $${i * 4 + 2}::bigint, $${i * 4 + 3}::bigint, $${i * 4 + 4}::double precision)`,
        )
        .join()
      const parameters = ts.flatMap((time, i) => [device_id[i], nodemap_id[i], time, value[i]])
      await client.query('begin')
      await client.query(HISTORY(`values ${rows}`), parameters)
      await client.query(LASTVALUE(`values ${rows}`), parameters)
      await client.query('commit')
    }
    const close = async (): Promise<void> => {
      await client.end()
      await remove()
    }
    return { store, close }
  },
}

/** Points per second of one round, and the share of it for which this thread was busy. */
async function round(contender: Contender, size: number): Promise<{ perSecond: number; busy: number }> {
  const { store, close } = await contender.open()
  const work = batches(size)
  const start = performance.now()
  const before = performance.eventLoopUtilization()
  for (const samples of work) await store(samples)
  const seconds = (performance.now() - start) / 1000
  const { utilization } = performance.eventLoopUtilization(before)
  await close()
  return { perSecond: POINTS / seconds, busy: utilization }
}

const contenders = [
  ours('sqlite'),
  bareSqlite,
  ...(engines.includes('postgres') ? [ours('postgres'), barePostgres] : []),
]

const bench: Bench = async () => {
  const rows: (string | number)[][] = []
  for (const size of SIZES) {
    for (const contender of contenders) {
      const rounds = []
      for (let i = 0; i < ROUNDS; i++) rounds.push(await round(contender, size))
      rows.push([
        contender.name,
        size,
        figure(median(rounds.map(({ perSecond }) => perSecond))),
        `${Math.round(median(rounds.map(({ busy }) => busy)) * 100)} %`,
      ])
    }
  }
  return [
    {
      title: 'Storing samples',
      how: `Medians of ${ROUNDS} rounds of ${POINTS.toLocaleString('en')} points, history and last value in one transaction a batch.`,
      columns: ['driver', 'batch', 'points/s', 'event loop busy'],
      rows,
    },
  ]
}
export default bench
