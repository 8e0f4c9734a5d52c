import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Samples, SaveMode, Storage } from '../../server/storage/types.ts'
import { engines, openTestStorage } from '../support/storage.ts'

const t0 = Date.UTC(2025, 10, 20)

/** Samples written as rows: device, node map, time, value, save. */
const samples = (
  ...rows: [device: number, nodemap: number, ts: number, value: number, save?: SaveMode][]
): Samples => ({
  device_id: rows.map(([device]) => device),
  nodemap_id: rows.map(([, nodemap]) => nodemap),
  ts: rows.map(([, , ts]) => ts),
  value: rows.map(([, , , value]) => value),
  save: rows.map(([, , , , save]) => save ?? 1),
})

describe.each(engines)('samples on %s', (engine) => {
  let storage: Storage
  let dispose: () => Promise<void>
  beforeAll(async () => {
    ;({ storage, dispose } = await openTestStorage(engine))
  })
  afterAll(() => dispose())
  beforeEach(() =>
    storage.write(async (trx) => {
      await trx.deleteFrom('history').execute()
      await trx.deleteFrom('lastvalue').execute()
      await trx.deleteFrom('historyrevision').execute()
      await trx.deleteFrom('historymark').execute()
    }),
  )
  const rowsOf = async (table: 'history' | 'lastvalue') =>
    (
      await storage.read
        .selectFrom(table)
        .selectAll()
        .orderBy('device_id')
        .orderBy('nodemap_id')
        .orderBy('ts')
        .execute()
    ).map((row) => [row.device_id, row.nodemap_id, row.ts, row.value])

  it('are stored once when sent repeatedly', async () => {
    const batch = samples([1, 1, t0, 1.5], [1, 2, t0, 2], [2, 1, t0, -3e-7])
    await storage.storeSamples(batch)
    await storage.storeSamples(batch)
    const expected = [
      [1, 1, t0, 1.5],
      [1, 2, t0, 2],
      [2, 1, t0, -3e-7],
    ]
    expect(await rowsOf('history')).toEqual(expected)
    expect(await rowsOf('lastvalue')).toEqual(expected)
  })

  const revisions = async () =>
    (await storage.read.selectFrom('historyrevision').selectAll().orderBy('ts').orderBy('value').execute()).map(
      (row) => [row.nodemap_id, row.ts, row.value, row.first, row.stands],
    )
  const from = (source: string, amends = false) => ({ from: 0, source, source_id: 7, received_at: t0 + 5, amends })

  it('keep the first value of a timestamp and record a different one as a revision with its source', async () => {
    await storage.storeSamples(samples([1, 1, t0, 1]))
    await storage.storeSamples({
      ...samples([1, 2, t0, 8], [1, 1, t0, 2, 2]),
      evidence: {
        origins: [
          { ...from('device'), source_id: 3 },
          { ...from('user'), from: 1 },
        ],
        marks: [],
      },
    })
    await storage.storeSamples(samples([1, 1, t0, 1], [1, 2, t0, 8]))
    await storage.storeSamples(samples([1, 1, t0, 2, 2]))
    expect(await rowsOf('history')).toEqual([
      [1, 1, t0, 1],
      [1, 2, t0, 8],
    ])
    expect(await rowsOf('lastvalue')).toEqual([
      [1, 1, t0, 1],
      [1, 2, t0, 8],
    ])
    expect(await storage.read.selectFrom('historyrevision').selectAll().execute()).toEqual([
      {
        device_id: 1,
        nodemap_id: 1,
        ts: t0,
        value: 2,
        first: 1,
        stands: 0,
        source: 'user',
        source_id: 7,
        received_at: t0 + 5,
      },
    ])
  })

  it('keep the first value when a batch has several for one timestamp', async () => {
    await storage.storeSamples(samples([1, 1, t0, 1], [1, 1, t0, 2, 2], [1, 1, t0 - 1000, 9], [1, 1, t0, 3, 2]))
    expect(await rowsOf('history')).toEqual([
      [1, 1, t0 - 1000, 9],
      [1, 1, t0, 1],
    ])
    expect(await rowsOf('lastvalue')).toEqual([[1, 1, t0, 1]])
    expect(await revisions()).toEqual([
      [1, t0, 2, 1, 0],
      [1, t0, 3, 1, 0],
    ])
  })

  it('are replaced by a rule that amends them, with the first value kept in the revisions', async () => {
    await storage.storeSamples(samples([1, 1, t0, 600]))
    await storage.storeSamples({ ...samples([1, 1, t0, 7]), evidence: { origins: [from('virtual', true)], marks: [] } })
    // The device repeats its earlier message.
    await storage.storeSamples(samples([1, 1, t0, 600, 2]))
    await storage.storeSamples(samples([1, 1, t0, 650, 2]))
    expect(await rowsOf('history')).toEqual([[1, 1, t0, 7]])
    expect(await revisions()).toEqual([
      [1, t0, 7, 600, 1],
      [1, t0, 650, 600, 0],
    ])
  })

  it('with a mark are stored separately, and can be the first value of a timestamp', async () => {
    const mark = (nodemap_id: number, ts: number, value: number) => ({
      device_id: 1,
      nodemap_id,
      ts,
      value,
      mark: 'range',
      source: 'device',
      source_id: 1,
      received_at: t0,
    })
    const marked = (...marks: ReturnType<typeof mark>[]): Samples => ({
      ...samples(),
      evidence: { origins: [], marks },
    })
    await storage.storeSamples(marked(mark(1, t0, 9999), mark(1, t0 - 1, 9998)))
    await storage.storeSamples(samples([1, 1, t0, 5], [1, 1, t0 + 1, 6], [1, 2, t0, 7]))
    await storage.storeSamples(marked(mark(1, t0, 9999), mark(1, t0, 8888), mark(1, t0 + 1, 7777)))
    expect(await rowsOf('history')).toEqual([
      [1, 1, t0 + 1, 6],
      [1, 2, t0, 7],
    ])
    expect(
      (await storage.read.selectFrom('historymark').select(['ts', 'value']).orderBy('ts').execute()).map(
        ({ ts, value }) => [ts, value],
      ),
    ).toEqual([
      [t0 - 1, 9998],
      [t0, 9999],
    ])
    expect(await revisions()).toEqual([
      [1, t0, 5, 9999, 0],
      [1, t0, 8888, 9999, 0],
      [1, t0 + 1, 7777, 6, 0],
    ])
    await storage.dropHistory(t0 + 1)
    expect(await revisions()).toEqual([[1, t0 + 1, 7777, 6, 0]])
    expect(await storage.read.selectFrom('historymark').selectAll().execute()).toEqual([])
  })

  it('never replace a last value by an older one', async () => {
    await storage.storeSamples(samples([1, 1, t0, 1]))
    await storage.storeSamples(samples([1, 1, t0 - 1, 2]))
    expect(await rowsOf('lastvalue')).toEqual([[1, 1, t0, 1]])
    await storage.storeSamples(samples([1, 1, t0 + 1, 3]))
    expect(await rowsOf('lastvalue')).toEqual([[1, 1, t0 + 1, 3]])
    expect(await rowsOf('history')).toHaveLength(3)
  })

  it('replace a last value that lies in the future', async () => {
    const now = Date.now()
    await storage.storeSamples(samples([1, 1, now + 3_600_000, 1]))
    await storage.storeSamples(samples([1, 1, now, 2]))
    expect(await rowsOf('lastvalue')).toEqual([[1, 1, now, 2]])
    await storage.storeSamples(samples([1, 1, now - 1, 3]))
    expect(await rowsOf('lastvalue')).toEqual([[1, 1, now, 2]])
  })

  it('update only the last value when they are not to be saved', async () => {
    await storage.storeSamples(samples([1, 1, t0, 1, 0], [1, 2, t0, 2, 1]))
    expect(await rowsOf('history')).toEqual([[1, 2, t0, 2]])
    expect(await rowsOf('lastvalue')).toHaveLength(2)
    await storage.storeSamples(samples([1, 1, t0 + 1, 1, 0]))
    await storage.storeSamples(samples())
    expect(await rowsOf('history')).toHaveLength(1)
  })

  it('are stored completely or not at all', async () => {
    await expect(storage.storeSamples(samples([1, 1, t0, 1], [1, 2, t0, Number.NaN]))).rejects.toThrow('finite')
    await expect(storage.storeSamples(samples([1, 1, t0, 1], [1, null as never, t0, 1]))).rejects.toThrow('finite')
    await expect(storage.storeSamples({ ...samples([1, 1, t0, 1]), value: [] })).rejects.toThrow('length')
    const rename = (from: string, to: string) =>
      storage.writeAny((trx) => trx.schema.alterTable(from).renameTo(to).execute())
    await rename('lastvalue', 'hidden')
    await expect(storage.storeSamples(samples([1, 1, t0, 1]))).rejects.toThrow('lastvalue')
    await rename('hidden', 'lastvalue')
    expect(await rowsOf('history')).toEqual([])
    expect(await rowsOf('lastvalue')).toEqual([])
  })

  it('are stored in concurrent batches of 12,345', async () => {
    const batch = (shift: number): Samples => {
      const rows = Array.from({ length: 12_345 }, (_, index): [number, number, number, number] => [
        1 + (index % 50),
        1 + (index % 7),
        t0 + Math.floor(index / 350) * 1000,
        index + shift,
      ])
      return samples(...(shift % 2 ? rows : rows.toReversed()))
    }
    await Promise.all([storage.storeSamples(batch(0)), storage.storeSamples(batch(1)), storage.storeSamples(batch(2))])
    expect(await rowsOf('history')).toHaveLength(12_345)
    expect(await rowsOf('lastvalue')).toHaveLength(350)
  })

  it('are deleted by age, within a month and across months', async () => {
    const old = Date.UTC(2025, 7, 10)
    const series = Array.from({ length: 7000 }, (_, index): [number, number, number, number] => [
      1,
      1,
      old + index * 1000,
      index,
    ])
    await storage.storeSamples(
      samples(
        ...series,
        [1, 2, old, 1],
        [2, 1, Date.UTC(2025, 8, 30), 1],
        [2, 1, Date.UTC(2025, 9, 1), 2],
        [3, 1, t0 - 1, 3],
        [3, 1, t0, 4],
      ),
    )
    await storage.dropHistory(Date.UTC(2025, 9, 1))
    expect(await rowsOf('history')).toEqual([
      [2, 1, Date.UTC(2025, 9, 1), 2],
      [3, 1, t0 - 1, 3],
      [3, 1, t0, 4],
    ])
    await storage.dropHistory(t0)
    expect(await rowsOf('history')).toEqual([[3, 1, t0, 4]])
    expect(await rowsOf('lastvalue')).toHaveLength(4)
    // A dropped month accepts late samples again.
    await storage.storeSamples(samples([1, 1, old, 5]))
    expect(await rowsOf('history')).toHaveLength(2)
  })

  it.runIf(engine === 'postgres')('are stored in one partition per month', async () => {
    const partitions = async (): Promise<string[]> => {
      const { rows } = await sql<{
        name: string
      }>`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'history'::regclass order by 1`.execute(
        storage.read,
      )
      return rows.map(({ name }) => name)
    }
    await storage.dropHistory(Date.UTC(2099, 0))
    expect(await partitions()).toEqual([])
    await storage.storeSamples(
      samples(
        [1, 1, Date.UTC(2025, 0, 31, 23, 59, 59, 999), 1],
        [1, 1, Date.UTC(2025, 1, 1), 1],
        [1, 1, Date.UTC(2024, 11, 1), 1, 0],
      ),
    )
    expect(await partitions()).toEqual(['history_202501', 'history_202502'])
    await Promise.all([1, 2, 3].map((device) => storage.storeSamples(samples([device, 1, Date.UTC(2025, 5), 1]))))
    await storage.dropHistory(Date.UTC(2025, 1, 1))
    expect(await partitions()).toEqual(['history_202502', 'history_202506'])
  })
})
