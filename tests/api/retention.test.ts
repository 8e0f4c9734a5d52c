import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { retentionJob } from '../../server/history/retention.ts'
import { readSettings } from '../../server/settings.ts'
import type { Storage } from '../../server/storage/types.ts'
import { engines, openTestStorage } from '../support/storage.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2025, 10, 20, 12, 34)

describe.each(engines)('retention on %s', (engine) => {
  let storage: Storage
  let dispose: () => Promise<void>
  beforeAll(async () => {
    ;({ storage, dispose } = await openTestStorage(engine))
    const ts = Array.from({ length: 100 * 24 }, (_, i) => NOW - i * HOUR)
    await storage.storeSamples({
      device_id: ts.map(() => 1),
      nodemap_id: ts.map(() => 11),
      ts,
      value: ts.map((_, i) => i),
      save: ts.map(() => 1),
    })
  })
  afterAll(() => dispose())
  const settings = { ...readSettings({ RETENTION_DAYS: '30' }, null) }
  const oldest = async (): Promise<number> =>
    Number(
      (
        await storage.read
          .selectFrom('history')
          .select((eb) => eb.fn.min<number>('ts').as('ts'))
          .executeTakeFirst()
      )?.ts,
    )
  const rollups = () => storage.read.selectFrom('rollup').select(['hour', 'count']).orderBy('hour').execute()
  const run = () => retentionJob({ storage, settings }, () => NOW).run(new AbortController().signal)

  it('drops what is older than told, and keeps its rollups', async () => {
    await run()
    const first = await oldest()
    // Never an hour that telemetry may still come for, and no more than two hours besides.
    expect(first).toBeLessThanOrEqual(NOW - 30 * DAY)
    expect(first).toBeGreaterThan(NOW - 30 * DAY - 2 * HOUR)
    const kept = await rollups()
    expect(kept.length).toBeGreaterThan(69 * 24)
    expect(kept[0]?.hour).toBe(Math.floor((NOW - (100 * 24 - 1) * HOUR) / HOUR) * HOUR)
  })

  it('does not spoil the rollup of an hour of which only late data is left', async () => {
    const hour = NOW - 50 * DAY
    const before = await rollups()
    await storage.storeSamples({ device_id: [1], nodemap_id: [11], ts: [hour + 1000], value: [5], save: [1] })
    await run()
    expect(await rollups()).toEqual(before)
    expect(await oldest()).toBeGreaterThan(NOW - 31 * DAY)
  })

  it.runIf(engine === 'postgres')('drops whole partitions', async () => {
    const { rows } = await storage.read.executeQuery<{ name: string }>({
      sql: `select relname as name from pg_class join pg_inherits on inhrelid = pg_class.oid where inhparent = 'history'::regclass order by 1`,
      parameters: [],
      query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
      queryId: { queryId: 'partitions' },
    })
    expect(rows.map(({ name }) => name)).toEqual(['history_202510', 'history_202511'])
  })
})
