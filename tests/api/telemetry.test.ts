import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseKeys, type Caller } from '../../resources/kit/access.ts'
import { DAY, MINUTE } from '../../resources/kit/zone.ts'
import { engines } from '../support/storage.ts'
import { ids, openWorld, telemetryOn, type World } from '../support/world.ts'

const trusted = { kind: 'trusted' } as const

describe.each(engines)('telemetry intake on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(engine)
  })
  afterAll(() => world.dispose())
  beforeEach(async () => {
    world.published.length = 0
    await world.storage.write((trx) => trx.deleteFrom('history').execute())
  })

  it('updates history, last values, live state and feed before it resolves', async () => {
    const t = Date.now()
    const results = await world.ingest.push(
      [{ sn: '1869024001', t, values: { 1: 35.5, 12: '18.25', 11: true } }],
      trusted,
    )
    expect(results).toEqual([{ sn: '1869024001', accepted: 3, rejected: [] }])
    const rows = [
      { device_id: ids.air, nodemap_id: ids.pm, ts: t, value: 35.5 },
      { device_id: ids.air, nodemap_id: ids.temperature, ts: t, value: 18.25 },
      { device_id: ids.air, nodemap_id: ids.fan, ts: t, value: 1 },
    ]
    expect(await world.history()).toEqual(rows)
    expect(await world.last()).toEqual(rows)
    expect(world.registry.bySn('1869024001')?.nodes.get(ids.pm)?.last).toEqual({ value: 35.5, ts: t })
    expect(world.published).toEqual([
      { sn: '1869024001', deviceid: ids.air, t, values: { [ids.pm]: 35.5, [ids.temperature]: 18.25, [ids.fan]: 1 } },
    ])
  })

  it('accepts timestamps in seconds, in milliseconds, as text, and items without one', async () => {
    const now = Date.now()
    const seconds = Math.floor(now / 1000) - 100
    await world.ingest.push(
      [
        { sn: '1869024001', t: seconds, values: { 1: 1 } },
        { sn: '1869024001', t: String(now - 50), values: { 1: 2 } },
        { sn: 1869024001, values: { 1: 3 } },
      ],
      trusted,
    )
    const rows = await world.history()
    expect(rows.map((row) => row.value)).toEqual([1, 2, 3])
    expect(rows.slice(0, 2).map((row) => row.ts)).toEqual([seconds * 1000, now - 50])
    expect(rows[2]?.ts).toBeGreaterThanOrEqual(now)
  })

  it('rejects single items and values with a reason, and stores the others', async () => {
    const t = Date.now()
    const good = { sn: '1869024001', t, values: { 1: 7, 99: 1, 2: 'warm', 11: Number.POSITIVE_INFINITY } }
    const list = [
      good,
      { sn: '404', t, values: { 1: 1 } },
      { sn: '1869024004', t, values: { 1: 1 } },
      { sn: '1869024001', t: 12345, values: { 1: 1 } },
      { sn: '1869024001', t: t + 6 * MINUTE, values: { 1: 1 } },
      { sn: '1869024001', t: t - 31 * DAY, values: { 1: 1 } },
      { sn: '1869024001', t, values: [1] },
      null,
    ]
    const results = await world.ingest.push(list, trusted)
    const node = { key: '99', reason: { key: 'error.telemetry.node' } }
    const value = { key: 'error.telemetry.value' }
    expect(results[0]?.rejected).toEqual(
      expect.arrayContaining([node, { key: '2', reason: value }, { key: '11', reason: value }]),
    )
    expect(results[0]?.accepted).toBe(1)
    const reasons = results.slice(1).map((result) => result.rejected[0]?.reason.key)
    expect(reasons).toEqual(
      ['sn', 'disabled', 'time', 'future', 'old', 'values', 'item'].map((key) => `error.telemetry.${key}`),
    )
    expect(await world.history()).toEqual([{ device_id: ids.air, nodemap_id: ids.pm, ts: t, value: 7 }])
  })

  it('rejects a body that is not a list, and a list of more than 10,000 items', async () => {
    await expect(world.ingest.push({ sn: '1869024001' }, trusted)).rejects.toMatchObject({
      code: 400,
      key: 'error.telemetry.list',
    })
    await expect(world.ingest.push(Array.from({ length: 10_001 }), trusted)).rejects.toMatchObject({ code: 400 })
  })

  it('accepts from each source only values of its own devices', async () => {
    const list = ['1869024001', '1869024002', '1869024003'].map((sn) => ({ sn, t: Date.now(), values: { 1: 5 } }))
    const accepted = async (source: Parameters<World['ingest']['push']>[1]): Promise<number[]> =>
      (await world.ingest.push(list, source)).map((result) => result.accepted)
    expect(await accepted({ kind: 'device', id: ids.level })).toEqual([0, 1, 0])
    expect(await accepted({ kind: 'gateway', id: ids.gateway })).toEqual([1, 1, 0])
    const caller = (keys: string[], districts: number[] = []): Caller => ({
      id: 9,
      super_id: 2,
      project_id: 1,
      keys: parseKeys(JSON.stringify(keys)),
      districts,
      types: [],
    })
    expect(await accepted({ kind: 'user', caller: caller(['3-3-3']) })).toEqual([1, 1, 0])
    expect(await accepted({ kind: 'user', caller: caller(['3-3-3'], [3]) })).toEqual([0, 1, 0])
    expect(await accepted({ kind: 'user', caller: caller(['2-1']) })).toEqual([0, 0, 0])
  })

  it('stores late samples in the history without changing a newer last value', async () => {
    const t = Date.now()
    await world.ingest.push([{ sn: '1869024001', t, values: { 1: 50 } }], trusted)
    await world.ingest.push([{ sn: '1869024001', t: t - 3 * MINUTE, values: { 1: 40 } }], trusted)
    expect((await world.history()).map((row) => row.value)).toEqual([40, 50])
    expect((await world.last()).find((row) => row.device_id === ids.air && row.nodemap_id === ids.pm)).toMatchObject({
      ts: t,
      value: 50,
    })
    expect(world.registry.device(ids.air)?.nodes.get(ids.pm)?.last).toEqual({ value: 50, ts: t })
  })

  it('replaces a last value from the future by a current one', async () => {
    const now = Date.now()
    const level = () => world.registry.device(ids.level)?.nodes.get(ids.pm)?.last
    for (const [t, value] of [
      [now + 4 * MINUTE, 1],
      [now, 2],
      [now - 1, 3],
    ] as const)
      await world.ingest.push([{ sn: '1869024002', t, values: { 1: value } }], trusted)
    expect(level()).toEqual({ value: 2, ts: now })
    expect((await world.last()).find((row) => row.device_id === ids.level)).toMatchObject({ value: 2, ts: now })
    await world.storage.write((trx) => trx.deleteFrom('lastvalue').where('device_id', '=', ids.level).execute())
  })

  it('keeps the first value when a timestamp is sent several times', async () => {
    const t = Date.now() - MINUTE
    const item = (value: number) => ({ sn: '1869024001', t, values: { 1: value } })
    await world.ingest.push([item(1), item(2)], trusted)
    await world.ingest.push([item(3)], trusted)
    expect((await world.history()).map((row) => row.value)).toEqual([1])
  })

  it('saves the first sample of each period, only changes, or nothing, according to save_cycle', async () => {
    const start = Math.floor(Date.now() / (5 * MINUTE)) * 5 * MINUTE - 30 * MINUTE
    const push = (sn: string, offsets: number[], values: number[]) =>
      world.ingest.push(
        offsets.map((offset, i) => ({ sn, t: start + offset * MINUTE, values: { 1: values[i] } })),
        trusted,
      )
    await push('1869024002', [0, 1, 4.9, 5, 9, 16], [1, 2, 3, 4, 5, 6])
    expect((await world.history(ids.level)).map((row) => row.value)).toEqual([1, 4, 6])
    // Late samples, in sequence: one is stored in each period that has none yet.
    await push('1869024002', [10, 11, 12], [7, 8, 9])
    expect((await world.history(ids.level)).map((row) => row.value)).toEqual([1, 4, 7, 6])
    await push('1869024003', [0, 1, 2, 3], [5, 5, 6, 6])
    expect((await world.history(ids.other)).map((row) => row.value)).toEqual([5, 6])
    await world.storage.write((trx) =>
      trx.updateTable('device').set({ save_cycle: 0 }).where('id', '=', ids.air).execute(),
    )
    await world.registry.changed('device', ids.air)
    await push('1869024001', [20], [77])
    expect(await world.history()).toEqual([])
    await world.storage.write((trx) =>
      trx.updateTable('device').set({ save_cycle: -1 }).where('id', '=', ids.air).execute(),
    )
    await world.registry.changed('device', ids.air)
  })

  it('stores 500 concurrent single items in fewer than 20 transactions', async () => {
    let stored = 0
    const counted: World['storage'] = {
      ...world.storage,
      storeSamples: (samples) => (stored++, world.storage.storeSamples(samples)),
    }
    const rooms = await telemetryOn(counted)
    const t = Date.now() - 10_000
    await Promise.all(
      Array.from({ length: 500 }, (_, i) =>
        rooms.ingest.push([{ sn: '1869024001', t: t + i, values: { 1: i } }], trusted),
      ),
    )
    expect(await world.history()).toHaveLength(500)
    expect(stored).toBeLessThan(20)
    await rooms.ingest.close()
    rooms.feed.close()
  })

  it('fails with 503 and publishes nothing when the database rejects the samples', async () => {
    const broken: World['storage'] = { ...world.storage, storeSamples: () => Promise.reject(new Error('disk full')) }
    const rooms = await telemetryOn(broken)
    await expect(rooms.ingest.push([{ sn: '1869024001', values: { 1: 1 } }], trusted)).rejects.toMatchObject({
      code: 503,
    })
    expect(rooms.published).toEqual([])
    await rooms.ingest.close()
    rooms.feed.close()
  })

  it('rejects samples with 503 when its queue is full', async () => {
    const rooms = await telemetryOn({ ...world.storage, storeSamples: () => new Promise(() => {}) })
    const many = Array.from({ length: 9000 }, (_, i) => ({
      sn: '1869024001',
      t: Date.now() - i,
      values: { 1: i, 2: i, 11: 1 },
    }))
    const answers = Array.from({ length: 9 }, () =>
      rooms.ingest.push(many, trusted).then(
        () => 'stored',
        (error: unknown) => (error as { code: number }).code,
      ),
    )
    expect(await Promise.race(answers)).toBe(503)
    rooms.feed.close()
  })
})
