import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { SAVE_ON_CHANGE } from '../../resources/kit/rule.ts'
import { MINUTE } from '../../resources/kit/zone.ts'
import { BATCH_WINDOW_MS } from '../../server/bus/batches.ts'
import { rawLastOf } from '../../server/calibration.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import type { Platform } from '../../server/platform.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const SN = '1869024001'
const soon = { timeout: upTo(10_000), interval: 10 }

describe.runIf(engines.includes('postgres'))('values of one device sent to two processes in turn', () => {
  let world: WorldApp
  let platforms: Platform[]
  beforeAll(async () => {
    world = await openWorldApp('postgres')
    platforms = [world.platform, await openPlatform(world.platform.settings, silentLog)]
    await Promise.all(platforms.map(({ bus }) => bus.ready))
  })
  afterAll(async () => {
    await platforms[1]?.close()
    await world.dispose()
  })
  /** The beginning of a minute in the past, later with every test, so that no test sees what another left. */
  let start = Math.floor(Date.now() / MINUTE) * MINUTE - 60 * MINUTE
  beforeEach(() => {
    start += 10 * MINUTE
  })

  const savedBy = async (cycle: number): Promise<void> => {
    await world.platform.storage.write((trx) =>
      trx.updateTable('device').set({ save_cycle: cycle }).where('id', '=', ids.air).execute(),
    )
    await world.platform.registry.changed('device', ids.air)
    await vi.waitFor(
      () =>
        expect(platforms.map(({ registry }) => registry.device(ids.air)?.save_cycle)).toEqual(
          platforms.map(() => cycle),
        ),
      soon,
    )
  }
  const rawLasts = () =>
    platforms.map(({ registry }) => {
      const node = registry.device(ids.air)?.nodes.get(ids.pm)
      return node ? rawLastOf(node) : null
    })
  const knownToBoth = (last: { ts: number; value: number }): Promise<void> =>
    vi.waitFor(() => expect(rawLasts()).toEqual(platforms.map(() => last)), soon)
  /** Pushes each sample to the next process in turn, once both know the one before. */
  const pushInTurn = async (samples: readonly { ts: number; value: number }[]): Promise<void> => {
    for (const [n, { ts, value }] of samples.entries()) {
      await platforms[n % 2]?.ingest.push([{ sn: SN, t: ts, values: { 1: value } }], { kind: 'trusted' })
      await knownToBoth({ ts, value })
    }
  }
  const history = () =>
    world.platform.storage.read
      .selectFrom('history')
      .select(['ts', 'value'])
      .where('device_id', '=', ids.air)
      .where('nodemap_id', '=', ids.pm)
      .where('ts', '>=', start)
      .orderBy('ts')
      .execute()
  const revisions = () =>
    world.platform.storage.read.selectFrom('historyrevision').selectAll().where('ts', '>=', start).execute()
  const stored = () =>
    world.platform.storage.read
      .selectFrom('lastvalue')
      .select(['ts', 'value'])
      .where('device_id', '=', ids.air)
      .where('nodemap_id', '=', ids.pm)
      .executeTakeFirst()

  it('are saved on every change, whichever process took the previous value', {
    timeout: upTo(60_000),
  }, async () => {
    await savedBy(SAVE_ON_CHANGE)
    // Each process receives the same value over and over: only the other process's values come between.
    const changing = [1, 2, 1, 2, 1, 2].map((value, n) => ({ ts: start + n * 1000, value }))
    await pushInTurn(changing)
    const same = [2, 2, 2].map((value, n) => ({ ts: start + MINUTE + n * 1000, value }))
    await pushInTurn(same)
    expect(await history()).toEqual(changing)
    expect(await stored()).toEqual(same.at(-1))
  })

  it('are saved once a period, whichever process took the first value', { timeout: upTo(60_000) }, async () => {
    await savedBy(1)
    const samples = [0, 20, 40, 60, 80, 100, 120, 140].map((seconds) => ({
      ts: start + seconds * 1000,
      value: seconds,
    }))
    await pushInTurn(samples)
    expect((await history()).map(({ value }) => value)).toEqual([0, 60, 120])
    expect(await stored()).toEqual(samples.at(-1))
  })

  it('are all saved with save_cycle −1 when both processes store at once', { timeout: upTo(60_000) }, async () => {
    await savedBy(-1)
    const samples = Array.from({ length: 200 }, (_each, n) => ({ ts: start + n * 100, value: n }))
    await Promise.all(
      samples.map(({ ts, value }, n) =>
        platforms[n % 2]?.ingest.push([{ sn: SN, t: ts, values: { 1: value } }], { kind: 'trusted' }),
      ),
    )
    expect(await history()).toEqual(samples)
    expect(await stored()).toEqual(samples.at(-1))
    await knownToBoth({ ts: start + 19_900, value: 199 })
  })

  it('are sent to the others by a process that closes right after storing them', {
    timeout: upTo(60_000),
  }, async () => {
    const third = await openPlatform(world.platform.settings, silentLog)
    await third.bus.ready
    // Makes the time in which samples are gathered longer than any close takes.
    const later = globalThis.setTimeout
    let stretched = 0
    const gathers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number) => {
      if (ms !== BATCH_WINDOW_MS) return later(work, ms)
      stretched++
      return later(work, 60_000)
    }) as typeof setTimeout)
    try {
      await third.ingest.push([{ sn: SN, t: start, values: { 1: 7 } }], { kind: 'trusted' })
      await third.close()
    } finally {
      gathers.mockRestore()
    }
    // Otherwise the samples may have been sent by the ordinary timer. A timer of another part may have the same length.
    expect(stretched).toBeGreaterThan(0)
    await knownToBoth({ ts: start, value: 7 })
  })

  it('are saved by a cycle that changed while a process was starting', { timeout: upTo(60_000) }, async () => {
    let cycle = 100
    let isOpen = false
    const opening = openPlatform(world.platform.settings, silentLog).finally(() => {
      isOpen = true
    })
    while (!isOpen) await savedBy(++cycle)
    const third = await opening
    try {
      await vi.waitFor(() => expect(third.registry.device(ids.air)?.save_cycle).toBe(cycle), soon)
    } finally {
      await third.close()
    }
  })

  it('are stored once when both processes receive the same value, also with a calibration', async () => {
    await savedBy(-1)
    await world.platform.storage.write((trx) =>
      trx
        .insertInto('calibration')
        .values({
          name: 'doubled',
          device_id: ids.air,
          nodemap_id: ids.pm,
          project_id: 1,
          calibrated_at: start,
          zero: 0,
          factor: 2,
          created_at: 0,
          updated_at: 0,
        })
        .execute(),
    )
    await world.platform.registry.changed('calibration', null)
    await vi.waitFor(
      () =>
        expect(
          platforms.map(({ registry }) => registry.device(ids.air)?.nodes.get(ids.pm)?.calibrations.length),
        ).toEqual([1, 1]),
      soon,
    )
    const sample = { ts: start, value: 30 }
    await pushInTurn([sample, sample])
    expect(await history()).toEqual([sample])
    // The calibration reads the first sample as 60, the raw value of this one: it revises the first sample, and does not
    // take its place.
    await platforms[0]?.ingest.push([{ sn: SN, t: start, values: { 1: 60 } }], { kind: 'trusted' })
    await platforms[1]?.ingest.push([{ sn: SN, t: start, values: { 1: 60 } }], { kind: 'trusted' })
    expect(await history()).toEqual([sample])
    expect((await revisions()).map(({ value, first }) => ({ value, first }))).toEqual([{ value: 60, first: 30 }])
    expect(rawLasts()).toEqual([sample, sample])
    expect(await stored()).toEqual(sample)
  })
})
