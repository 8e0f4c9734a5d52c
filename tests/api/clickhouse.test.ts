import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { summary, summaryWanted, thinPoints, pointsWanted, type Span } from '../../server/history/query.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { silentLog } from '../../server/log.ts'
import { HOUR } from '../../server/storage/dirtyHours.ts'
import type { Wanted } from '../../server/storage/homes/types.ts'
import { openStorage } from '../../server/storage/index.ts'
import type { Samples, Storage } from '../../server/storage/types.ts'
import { isUnavailable } from '../../server/storage/unavailable.ts'
import { clickhousePlace, hasClickhouse, testPlace, type TestPlace } from '../support/storage.ts'

const DAY = 24 * HOUR
const T0 = Date.UTC(2025, 9, 30)
const NODES = [11, 12]
const DEVICES = [1, 2]
const ALL = { start: 0, end: Infinity, nodemaps: null }

type Row = Record<'device' | 'node' | 'ts' | 'value', number> & { save?: 0 | 1 | 2 }

/** Values are multiples of a quarter, so that their sums do not depend on the order of rows. */
const batchOf = (
  rows: readonly Row[],
  evidence: Partial<Samples['evidence']> & { received?: number; amends?: boolean } = {},
): Samples => ({
  device_id: rows.map(({ device }) => device),
  nodemap_id: rows.map(({ node }) => node),
  ts: rows.map(({ ts }) => ts),
  value: rows.map(({ value }) => value),
  save: rows.map(({ save }) => save ?? 1),
  evidence: {
    marks: [],
    ...evidence,
    origins: [
      {
        from: 0,
        source: 'device',
        source_id: 1,
        received_at: evidence.received ?? T0,
        amends: evidence.amends ?? false,
      },
    ],
  },
})

/** A proxy to the ClickHouse of an address that can be shut: connections that arrive then are cut off. */
async function startGate(historyUrl: string) {
  const { hostname, port } = new URL(historyUrl)
  let isOpen = true
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    if (!isOpen) return void socket.destroy()
    const onward = connect(Number(port), hostname)
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = new URL(historyUrl)
  url.port = String((server.address() as AddressInfo).port)
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    url: url.href,
    close: () => {
      isOpen = false
      cut()
    },
    open: () => void (isOpen = true),
    stop: () => {
      cut()
      server.close()
    },
  }
}

/** Repeatable noise from 0 (inclusive) to 1. */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

describe.runIf(hasClickhouse)('history in ClickHouse', () => {
  let place: TestPlace
  let outside: Awaited<ReturnType<typeof clickhousePlace>>
  let plainPlace: TestPlace
  let storage: Storage
  let plain: Storage
  const both = async <T>(work: (one: Storage) => Promise<T>): Promise<[outside: T, plain: T]> => [
    await work(storage),
    await work(plain),
  ]
  const open = (): Promise<Storage> => openStorage({ ...place.settings, historyUrl: outside.historyUrl }, silentLog)

  beforeAll(async () => {
    place = await testPlace('postgres', 'schema')
    plainPlace = await testPlace('postgres', 'schema')
    outside = await clickhousePlace()
    ;[storage, plain] = await Promise.all([open(), openStorage(plainPlace.settings, silentLog)])
  })
  afterAll(async () => {
    await Promise.all([storage?.close(), plain?.close()])
    await Promise.all([place?.remove(), plainPlace?.remove(), outside?.remove()])
  })

  const read = (one: Storage, wanted: readonly Wanted[], text: string) =>
    one.readHistory(wanted, async ({ read: view }) => (await sql.raw(text).execute(view)).rows)
  const every = DEVICES.map((device): Wanted => ({ device, ...ALL }))
  const samplesOf = (one: Storage) => read(one, every, 'select * from history order by device_id, nodemap_id, ts')
  const rollupsOf = (one: Storage) =>
    read(
      one,
      every.map((wanted) => ({ ...wanted, only: 'rolled' as const })),
      'select * from rollup order by device_id, nodemap_id, hour',
    )
  const besides = async (one: Storage) => {
    const tables = ['historyrevision', 'historymark', 'qualitylate', 'qualityskew', 'dirtyhour'] as const
    const rows = await Promise.all(tables.map((table) => one.read.selectFrom(table).selectAll().execute()))
    return rows.map((list) => list.map((row) => JSON.stringify(row)).toSorted())
  }
  const sameInBoth = async (): Promise<void> => {
    for (const look of [
      samplesOf,
      besides,
      async (one: Storage) => (await one.lastValues(null)).map((row) => JSON.stringify(row)).toSorted(),
    ]) {
      const [mine, theirs] = await both(look)
      expect(mine).toEqual(theirs)
    }
  }

  it('stores the same as PostgreSQL for repeated, late, differing, amended and marked samples', async () => {
    const random = noise(3)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    for (let round = 0; round < 25; round++) {
      const rows = Array.from(
        { length: 12 },
        (): Row => ({
          device: pick(DEVICES),
          node: pick(NODES),
          // Some in order, some at moments that already have a value, some long ago.
          ts:
            T0 +
            (random() < 0.6
              ? round * 60_000 + Math.floor(random() * 4) * 10_000
              : Math.floor(random() * round) * 60_000 - (random() < 0.1 ? 40 * DAY : 0)),
          value: Math.round(random() * 4) / 4,
          save: pick([0, 1, 1, 1, 1, 2]),
        }),
      )
      const at = { device_id: pick(DEVICES), nodemap_id: pick(NODES), ts: T0 + Math.floor(random() * round) * 60_000 }
      const batch = batchOf(rows, {
        received: T0 + round * 60_000,
        amends: round % 5 === 4,
        late: rows.flatMap(({ save }, i) => (save === 1 && round % 3 === 0 ? i : [])),
        skews: round % 6 === 0 ? [{ ...at, skew: 5000 }] : [],
        marks:
          round % 4 === 0
            ? [{ ...at, value: 9999, mark: 'range', source: 'device', source_id: 1, received_at: T0 }]
            : [],
      })
      await both((one) => one.storeSamples(batch))
      if (round % 7 === 0) await both((one) => one.storeSamples(batch))
    }
    await sameInBoth()
    expect((await samplesOf(storage)).length).toBeGreaterThan(100)
    expect((await besides(storage)).map((rows) => rows.length > 0)).toEqual([true, true, true, true, true])
  })

  it('keeps the first value of a timestamp also after a restart', async () => {
    await storage.close()
    storage = await open()
    await both((one) => one.storeSamples(batchOf([{ device: 1, node: 11, ts: T0, value: 77 }], { received: T0 - DAY })))
    await sameInBoth()
  })

  it('rolls up hours, again after late samples, and thins long ranges from rollups', async () => {
    // Hours at both ends of a span that is long enough for rollups; the hours between would only take time.
    const hours = [0, 1, 2, 3, 70, 71, 72, 73, 74]
    const rows = NODES.flatMap((node) =>
      hours.flatMap((hour) =>
        [0, 1, 2, 3].map(
          (i): Row => ({
            device: 1,
            node,
            ts: T0 + hour * HOUR + i * 900_000,
            value: Math.round(Math.sin(hour + i) * 28) / 4,
          }),
        ),
      ),
    )
    await both((one) => one.storeSamples(batchOf(rows)))
    await both((one) => rollUp(one, { before: T0 + 30 * DAY }))
    const [mine, theirs] = await both(rollupsOf)
    expect(mine).toEqual(theirs)
    expect(mine.length).toBeGreaterThan(15)
    await both((one) => one.storeSamples(batchOf([{ device: 1, node: 11, ts: T0 + HOUR + 1, value: 500 }])))
    const span: Span = { device: 1, nodemaps: NODES, start: T0 + 1000, end: T0 + 4 * DAY }
    const lines = () =>
      both((one) =>
        one.readHistory([pointsWanted(span, 60), ...summaryWanted(span)], async ({ read: view }) => [
          (
            await sql`select * from (${thinPoints('postgres', span, 60)}) as point order by nodemap_id, ts`.execute(
              view,
            )
          ).rows,
          (await sql`select * from (${summary('postgres', span)}) as total order by nodemap_id`.execute(view)).rows,
        ]),
      )
    const [behind, behindPlain] = await lines()
    expect(behind).toEqual(behindPlain)
    expect(JSON.stringify(behind)).toContain('500')
    await both((one) => rollUp(one, { before: T0 + 30 * DAY }))
    const [after, afterPlain] = await both(rollupsOf)
    expect(after).toEqual(afterPlain)
    expect(await lines()).toEqual([behind, behindPlain])
    // The same hours once more: each rollup exists once, even for a reader that does not merge.
    await both((one) =>
      one.write(async (trx) => void (await trx.insertInto('dirtyhour').values({ device_id: 1, hour: T0 }).execute())),
    )
    await both((one) => rollUp(one, { before: T0 + 30 * DAY }))
    expect((await both(rollupsOf))[0]).toEqual(after)
  })

  it('removes the rollup of an hour whose values are all doubtful, and restores it', async () => {
    const hour = T0 + 2 * HOUR
    const flagged = { device_id: 1, nodemap_id: 12, flag: 4, tests: 1 }
    const times = [0, 1, 2, 3].map((i) => hour + i * 15 * 60_000)
    const again = (one: Storage) =>
      one.write(
        async (trx) =>
          void (await trx
            .insertInto('dirtyhour')
            .values({ device_id: 1, hour })
            .onConflict((c) => c.doNothing())
            .execute()),
      )
    const review = {
      device_id: 1,
      nodemap_id: 12,
      since: hour,
      until: hour + HOUR - 1,
      flag: 4,
      step: 1,
      reason: 'x',
      user_id: 1,
      made_at: 1,
    }
    await both((one) => one.write(async (trx) => void (await trx.insertInto('qualityreview').values(review).execute())))
    await both((one) =>
      one.write(
        async (trx) =>
          void (await trx
            .insertInto('historyflag')
            .values(times.map((ts) => ({ ...flagged, ts })))
            .onConflict((c) => c.doNothing())
            .execute()),
      ),
    )
    await both(again)
    await both((one) => rollUp(one, { before: T0 + 30 * DAY }))
    const [mine, theirs] = await both(rollupsOf)
    expect(mine).toEqual(theirs)
    expect(mine).not.toContainEqual(expect.objectContaining({ nodemap_id: 12, hour }))
    await both((one) =>
      one.write(async (trx) => {
        await trx.updateTable('qualityreview').set({ revoked_at: 1, revoked_by: 1 }).execute()
        await trx.deleteFrom('historyflag').execute()
      }),
    )
    await both(again)
    await both((one) => rollUp(one, { before: T0 + 30 * DAY }))
    expect((await both(rollupsOf))[0]).toContainEqual(expect.objectContaining({ nodemap_id: 12, hour }))
  })

  it('reads the samples next to a range, or only those with a flag', async () => {
    await both((one) =>
      one.write(
        async (trx) =>
          void (await trx
            .insertInto('historyflag')
            .values({ device_id: 1, nodemap_id: 11, ts: T0 + 15 * 60_000, flag: 3, tests: 2 })
            .execute()),
      ),
    )
    const span = { device: 1, nodemaps: [11], start: T0 + 3 * DAY, end: T0 + 3 * DAY + HOUR }
    const times = async (wanted: Wanted) =>
      (await read(storage, [wanted], 'select ts from history order by ts')).map(
        (row) => Number((row as { ts: number }).ts) - T0,
      )
    const [first, last] = [3 * DAY, 3 * DAY + HOUR]
    expect(await times({ ...span, nearest: 'before' })).toEqual([
      first - 900_000,
      first,
      first + 900_000,
      first + 1_800_000,
      first + 2_700_000,
      last,
    ])
    expect((await times({ ...span, nearest: 'both' })).at(-1)).toBe(last + 900_000)
    expect(await times({ ...span, start: T0, end: T0 + DAY, only: 'flagged' })).toEqual([900_000])
    expect(await times({ ...span, nodemaps: [] })).toEqual([])
  })

  it('replaces a last value with a future timestamp, but none by an older sample', async () => {
    const now = Date.now()
    const last = async () => (await storage.lastValues([5])).map(({ ts, value }) => [ts - now, value])
    const put = (ts: number, value: number) => storage.storeSamples(batchOf([{ device: 5, node: 11, ts, value }]))
    await put(now - 1000, 1)
    await put(now - 5000, 2)
    expect(await last()).toEqual([[-1000, 1]])
    await put(now + DAY, 3)
    expect(await last()).toEqual([[DAY, 3]])
    await put(now + 60_000, 4)
    expect(await last()).toEqual([[60_000, 4]])
  })

  it('drops the samples before a given time, across months, like PostgreSQL', async () => {
    const before = T0 + 90_000
    await both((one) => one.dropHistory(before))
    const [mine, theirs] = await both(samplesOf)
    expect(mine).toEqual(theirs)
    expect(await outside.ask(`select count() from history where ts < ${before}`)).toEqual([['0']])
  })

  it('rejects a batch whose inbox id exists, and stores it once under another id', async () => {
    const batch = {
      ...batchOf([{ device: 6, node: 11, ts: T0, value: 1 }]),
      inbox: { id: 'twice', received_at: 1, samples: '[]' },
    }
    await storage.storeSamples(batch)
    await expect(storage.storeSamples(batch)).rejects.toThrow('alarminbox')
    await storage.storeSamples({ ...batch, inbox: { ...batch.inbox, id: 'another' } })
    expect(await read(storage, [{ device: 6, ...ALL }], 'select value from history')).toEqual([{ value: 1 }])
    expect(await storage.read.selectFrom('historyrevision').selectAll().where('device_id', '=', 6).execute()).toEqual(
      [],
    )
  })

  it('reports unavailability while ClickHouse is down, and stores the batch once it is back', async () => {
    const gate = await startGate(outside.historyUrl)
    await storage.close()
    storage = await openStorage({ ...place.settings, historyUrl: gate.url }, silentLog)
    const batch = batchOf([{ device: 7, node: 11, ts: T0, value: 1 }])
    const wanted: Wanted[] = [{ device: 7, ...ALL }]
    gate.close()
    for (const work of [
      () => storage.storeSamples(batch),
      () => read(storage, wanted, 'select 1'),
      () => storage.reachable(),
      () => storage.lastValues(null),
    ])
      expect(isUnavailable(await work().catch((error: unknown) => error))).toBe(true)
    expect(await storage.read.selectFrom('dirtyhour').selectAll().where('device_id', '=', 7).execute()).toEqual([])
    gate.open()
    await storage.storeSamples(batch)
    expect(await read(storage, wanted, 'select value from history')).toEqual([{ value: 1 }])
    await storage.close()
    storage = await open()
    gate.stop()
  })

  it('refuses to start without ClickHouse, with another one, or while the history is in PostgreSQL', async () => {
    const sentence = async (work: Promise<Storage>): Promise<string> => {
      const opened = await work.catch((error: unknown) => error as Error)
      if (opened instanceof Error) return `${opened.name}: ${opened.message}`
      await opened.close()
      return 'started'
    }
    const other = await clickhousePlace()
    const elsewhere = (url: string) => openStorage({ ...place.settings, historyUrl: url }, silentLog)
    expect(await sentence(openStorage(place.settings, silentLog))).toContain(
      'StartError: HISTORY_URL is missing: the history of this installation lies in ClickHouse.',
    )
    expect(await sentence(elsewhere(other.historyUrl))).toContain('is not where the history of this installation lies')
    expect(await sentence(elsewhere('clickhouse://u:secret@127.0.0.1:1/none'))).toBe(
      'StartError: HISTORY_URL: no ClickHouse answers at 127.0.0.1:1/none.',
    )
    expect(await sentence(elsewhere(`${outside.historyUrl}_none`))).toMatch(/has no database "test_\w+_none"/)
    expect(await sentence(openStorage({ ...plainPlace.settings, historyUrl: other.historyUrl }, silentLog))).toMatch(
      /lies in PostgreSQL already; .*npm run history -- move --from here --to clickhouse:/,
    )
    const fresh = await testPlace('postgres', 'schema')
    expect(await sentence(openStorage({ ...fresh.settings, historyUrl: outside.historyUrl }, silentLog))).toContain(
      'another installation',
    )
    await fresh.remove()
    await other.remove()
  })
})
