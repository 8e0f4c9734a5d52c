import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../resources/kit/zone.ts'
import { nextHours } from '../../server/history/nextHours.ts'
import { pointsWanted, summary, summaryWanted, thinPoints } from '../../server/history/query.ts'
import { rollUp, rollupJob } from '../../server/history/rollup.ts'
import { bucketHours } from '../../server/history/rollupRead.ts'
import { HOUR, hourStart } from '../../server/storage/dirtyHours.ts'
import type { Storage } from '../../server/storage/types.ts'
import { upTo } from '../support/slowness.ts'
import { homes, openTestStorage, readDevice } from '../support/storage.ts'

const T0 = Date.UTC(2025, 9, 1)
const NODES = [11, 12]

type Row = { node: number; ts: number; value: number }

/** Repeatable noise. */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

describe.each(homes)('rollups on %s', (home) => {
  const engine = home === 'sqlite' ? 'sqlite' : 'postgres'
  let storage: Storage
  let dispose: () => Promise<void>
  const random = noise(7)
  /** Rows that the history holds, by node and time. */
  const kept = new Map<string, Row>()

  /** Stores rows; `amends` marks values of a rule, which replace others. */
  const store = async (rows: readonly Row[], amends = false): Promise<void> => {
    await storage.storeSamples({
      device_id: rows.map(() => 1),
      nodemap_id: rows.map(({ node }) => node),
      ts: rows.map(({ ts }) => ts),
      value: rows.map(({ value }) => value),
      save: rows.map(() => 1),
      evidence: { origins: [{ from: 0, source: 'virtual', source_id: null, received_at: T0, amends }], marks: [] },
    })
    for (const row of rows) if (amends || !kept.has(`${row.node} ${row.ts}`)) kept.set(`${row.node} ${row.ts}`, row)
  }
  /** Values are multiples of an eighth, so that their sums are exact in any order. */
  const some = (count: number, from: number, until: number): Row[] =>
    Array.from({ length: count }, () => ({
      node: NODES[Math.floor(random() * 2)] ?? 0,
      ts: Math.floor(from + random() * (until - from)),
      value: Math.floor(random() * 80) / 8 - 5,
    }))
  const all = (span: { start: number; end: number }): Row[] =>
    [...kept.values()].filter(({ ts }) => ts >= span.start && ts <= span.end).toSorted((a, b) => a.ts - b.ts)
  const dirty = () => storage.read.selectFrom('dirtyhour').selectAll().orderBy('hour').execute()

  beforeAll(async () => {
    ;({ storage, dispose } = await openTestStorage(home))
    // Twelve days with a gap of one day.
    await store(some(4000, T0, T0 + 6 * DAY))
    await store(some(3000, T0 + 7 * DAY, T0 + 12 * DAY))
  })
  afterAll(() => dispose())

  it('mark each hour with stored samples as dirty once', async () => {
    const hours = new Set([...kept.values()].map(({ ts }) => hourStart(ts)))
    expect((await dirty()).map(({ hour }) => hour)).toEqual([...hours].toSorted((a, b) => a - b))
    await storage.storeSamples({ device_id: [2], nodemap_id: [11], ts: [T0], value: [1], save: [0] })
    expect((await dirty()).every(({ device_id }) => device_id === 1)).toBe(true)
  })

  it('skip the current hour, process all earlier ones and leave no dirty hour', async () => {
    const job = rollupJob(storage, () => T0 + 11 * DAY + 20 * 60_000)
    await job.run(new AbortController().signal)
    expect((await dirty()).every(({ hour }) => hour >= T0 + 11 * DAY)).toBe(true)
    await rollUp(storage, { before: T0 + 20 * DAY })
    expect(await dirty()).toEqual([])
    const rows = await readDevice(storage, 1, (read) =>
      read.selectFrom('rollup').selectAll().where('nodemap_id', '=', 11).orderBy('hour').execute(),
    )
    const mine = all({ start: T0, end: T0 + 12 * DAY }).filter(({ node }) => node === 11)
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(mine.length)
    const first = rows[0]
    const inFirst = mine.filter(({ ts }) => hourStart(ts) === first?.hour)
    expect(first).toMatchObject(expectedUnit(inFirst))
  })

  const spans = [
    { start: T0 - 3 * HOUR, end: T0 + 13 * DAY },
    { start: T0 + 1234, end: T0 + 11 * DAY + 4_567_890 },
    { start: T0 + 5 * DAY, end: T0 + 9 * DAY - 1 },
    { start: T0 + 5 * DAY + 1, end: T0 + 8 * DAY + 2 },
    { start: T0 + 20 * DAY, end: T0 + 25 * DAY },
  ]
  const check = async (): Promise<void> => {
    for (const { start, end } of spans) {
      const span = { device: 1, nodemaps: [...NODES, 13], start, end }
      const totals = await storage.readHistory(summaryWanted(span), ({ read }) => summary(engine, span).execute(read))
      expect(totals.rows.toSorted((a, b) => a.nodemap_id - b.nodemap_id)).toEqual(expectedSummary(all(span)))
      for (const points of [4, 40, 200]) {
        const hours = bucketHours(span, points)
        expect(hours).not.toBeNull()
        const line = sql<{
          nodemap_id: number
          ts: number
          value: number
        }>`select * from (${thinPoints(engine, span, points)}) as point order by nodemap_id, ts`
        const { rows } = await storage.readHistory([pointsWanted(span, points)], ({ read }) => line.execute(read))
        expect(rows).toEqual(expectedLine(all(span), start, hours ?? 1))
        for (const node of NODES)
          expect(rows.filter((row) => row.nodemap_id === node).length).toBeLessThanOrEqual(points)
      }
    }
  }

  it('yield the same summaries and lines as the samples themselves', check, upTo(60_000))

  it(
    'are correct with late data, before and after it is rolled up',
    async () => {
      await store(some(300, T0 + 2 * DAY, T0 + 8 * DAY))
      // Extremes in an hour that was rolled up, a rule's value that replaces another, and a value that comes too late.
      await store([
        { node: 11, ts: T0 + 4 * DAY + 5, value: 99 },
        { node: 12, ts: T0 + 4 * DAY + 6, value: -99 },
      ])
      const [old] = all({ start: T0 + DAY, end: T0 + 2 * DAY })
      if (old) await store([{ ...old, value: 50 }], true)
      if (old) await store([{ ...old, value: 60 }])
      expect((await dirty()).length).toBeGreaterThan(50)
      await check()
      await rollUp(storage, { before: T0 + 20 * DAY })
      expect(await dirty()).toEqual([])
      await check()
    },
    upTo(60_000),
  )

  it(
    'lose no sample that is stored while its hour is rolled up',
    async () => {
      let storing = true
      const rolling = (async () => {
        while (storing) await rollUp(storage, { before: T0 + 20 * DAY })
      })()
      for (let i = 0; i < 40; i++)
        await Promise.all([
          store(some(20, T0 + 8 * DAY, T0 + 8 * DAY + 3 * HOUR)),
          store(some(20, T0 + 8 * DAY, T0 + 8 * DAY + 3 * HOUR)),
        ])
      storing = false
      await rolling
      await rollUp(storage, { before: T0 + 20 * DAY })
      const counted = await readDevice(storage, 1, (read) =>
        read
          .selectFrom('rollup')
          .select((eb) => eb.fn.sum<number>('count').as('count'))
          .executeTakeFirst(),
      )
      expect(Number(counted?.count)).toBe(kept.size)
      await check()
    },
    upTo(60_000),
  )

  it.runIf(home === 'postgres')(
    'read dirty hours without a sequential scan of history when its statistics are missing',
    async () => {
      const span = { device: 1, nodemaps: NODES, start: T0, end: T0 + 12 * DAY }
      await store(some(500, T0, T0 + 12 * DAY))
      for (const query of [summary(engine, span), thinPoints(engine, span, 200)]) {
        const { rows } = await sql<Record<'QUERY PLAN', string>>`explain ${query}`.execute(storage.read)
        const scans = rows.map((row) => row['QUERY PLAN']).filter((line) => / on history_/.test(line))
        expect(scans.length).toBeGreaterThan(0)
        expect(scans.filter((line) => /Seq Scan/.test(line))).toEqual([])
      }
      await rollUp(storage, { before: T0 + 20 * DAY })
    },
  )

  it('process nothing when the signal is aborted, and end after the current slice when it is aborted later', async () => {
    await store(some(200, T0 + 13 * DAY, T0 + 19 * DAY))
    const before = (await dirty()).length
    await rollUp(storage, { before: T0 + 20 * DAY, signal: AbortSignal.abort() })
    expect(await dirty()).toHaveLength(before)
    const stopping = new AbortController()
    const running = rollUp(storage, { before: T0 + 20 * DAY, signal: stopping.signal })
    stopping.abort()
    await running
    const left = (await dirty()).length
    expect(left).toBeLessThan(before)
    expect(left).toBeGreaterThan(0)
  })

  it('process recent hours first, then older ones from the newest day on, and starve neither', async () => {
    const before = T0 + 30 * DAY
    const back = (device_id: number, hours: number) => ({ device_id, hour: before - hours * HOUR })
    const old = Array.from({ length: 40 }, (_, at) => back(1, 60 - at))
    /** The newest of these days, from its beginning. */
    const day = old.slice(16)
    const undone = new Error('nothing of this is kept')
    const trying = storage.write(async (trx) => {
      const next = (limit = 16) => nextHours(trx, { before, limit })
      await trx.deleteFrom('dirtyhour').execute()
      // The current hour is not among them.
      await trx
        .insertInto('dirtyhour')
        .values([...old, back(9, 1), back(8, 3), back(8, 0)])
        .execute()
      expect(await next()).toEqual({ hours: [back(8, 3), back(9, 1), ...day.slice(0, 14)], more: true })
      // All hours of that day, and the newest of those before it.
      expect(await next(32)).toEqual({ hours: [back(8, 3), back(9, 1), ...old.slice(10)], more: true })
      expect(await next(50)).toEqual({ hours: [back(8, 3), back(9, 1), ...old], more: false })
      const flood = Array.from({ length: 40 }, (_, at) => back(10 + at, 2))
      await trx.insertInto('dirtyhour').values(flood).execute()
      expect(await next()).toEqual({ hours: [back(8, 3), ...flood.slice(0, 11), ...day.slice(0, 4)], more: true })
      await trx.deleteFrom('dirtyhour').where('device_id', '=', 1).execute()
      expect(await next()).toEqual({ hours: [back(8, 3), ...flood.slice(0, 11)], more: true })
      await trx.deleteFrom('dirtyhour').where('device_id', '>', 9).execute()
      expect(await next()).toEqual({ hours: [back(8, 3), back(9, 1)], more: false })
      throw undone
    })
    await expect(trying).rejects.toBe(undone)
  })
})

function expectedUnit(rows: readonly Row[]): object {
  const [first, last] = [rows[0], rows.at(-1)]
  const values = rows.map(({ value }) => value)
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const timeOf = (wanted: number): number | undefined => rows.find(({ value }) => value === wanted)?.ts
  const sum = values.reduce((total, value) => total + value, 0)
  return {
    min,
    max,
    sum,
    count: rows.length,
    first: first?.value,
    last: last?.value,
    first_at: first?.ts,
    last_at: last?.ts,
    min_at: timeOf(min),
    max_at: timeOf(max),
  }
}

function expectedSummary(rows: readonly Row[]): object[] {
  return NODES.flatMap((nodemap_id) => {
    const values = rows.filter(({ node }) => node === nodemap_id).map(({ value }) => value)
    if (values.length === 0) return []
    return [
      {
        nodemap_id,
        min: Math.min(...values),
        max: Math.max(...values),
        avg: values.reduce((total, value) => total + value, 0) / values.length,
        last: values.at(-1),
      },
    ]
  })
}

/** First, last, least and greatest value of every bucket of whole hours. */
function expectedLine(rows: readonly Row[], start: number, hours: number): object[] {
  const chosen = new Map<string, { nodemap_id: number; ts: number; value: number }>()
  const buckets = new Map<string, Row[]>()
  for (const row of rows) {
    const name = `${row.node} ${Math.floor((row.ts - hourStart(start)) / (hours * HOUR))}`
    buckets.set(name, [...(buckets.get(name) ?? []), row])
  }
  for (const bucket of buckets.values()) {
    const values = bucket.map(({ value }) => value)
    const picks = [
      bucket[0],
      bucket.at(-1),
      bucket.find(({ value }) => value === Math.min(...values)),
      bucket.find(({ value }) => value === Math.max(...values)),
    ]
    for (const pick of picks)
      if (pick) chosen.set(`${pick.node} ${pick.ts}`, { nodemap_id: pick.node, ts: pick.ts, value: pick.value })
  }
  return [...chosen.values()].toSorted((a, b) => a.nodemap_id - b.nodemap_id || a.ts - b.ts)
}
