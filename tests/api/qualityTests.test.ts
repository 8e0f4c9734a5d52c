import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zoneOf } from '../../resources/kit/zone.ts'
import { rollUp } from '../../server/history/rollup.ts'
import type { TelemetrySource } from '../../server/platform.ts'
import { compareAll } from '../../server/quality/judging/near.ts'
import { HOUR, hourStart } from '../../server/storage/dirtyHours.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const SN = '1869024001'
const MINUTE = 60_000
const OFF = { qc_gap: null, qc_skew: null, qc_near_km: null, qc_near_factor: null, qc_near_apart: null }

describe.each(engines)('gap, clock and neighbour tests on %s', (engine) => {
  let world: WorldApp
  const now = hourStart(Date.now())
  beforeAll(async () => void (world = await openWorldApp(engine)))
  afterAll(() => world.dispose())

  const checks = async (values: Record<string, number | null>): Promise<void> => {
    await world.platform.storage.write((trx) => trx.updateTable('node').set(values).where('id', '=', 1).execute())
    await world.platform.registry.changed('node', 1)
  }
  const push = (at: number, value: number, source: TelemetrySource = { kind: 'trusted', by: 'import' }, sn = SN) =>
    world.platform.ingest.push([{ sn, t: at, values: { 1: value } }], source)
  const roll = () => rollUp(world.platform.storage, { before: hourStart(Date.now()) })
  const flags = async (from: number, to: number, device: number = ids.air) =>
    (
      await world.platform.storage.read
        .selectFrom('historyflag')
        .select(['ts', 'flag', 'tests'])
        .where('device_id', '=', device)
        .where('ts', '>=', from)
        .where('ts', '<', to)
        .orderBy('ts')
        .execute()
    ).map(({ ts, flag, tests }) => [(ts - from) / MINUTE, flag, tests])
  const get = async (path: string) => (await world.call('manager', 'GET', path)).data as Record<string, unknown>[]

  describe('gaps', () => {
    // Six hours within one month: rates are computed by month.
    const monthAt = (at: number): string => zoneOf('Asia/Shanghai').day(at).slice(0, 7)
    const latest = now - 50 * HOUR
    const start = monthAt(latest) === monthAt(latest + 6 * HOUR - 1) ? latest : latest - 6 * HOUR
    const span = `deviceid=${ids.air}&from=${start}&to=${start + 6 * HOUR - 1}`
    const gaps = async () =>
      (await get(`quality/gaps?${span}`)).map(({ from, to, missing, flag, node }) => [
        (Number(from) - start) / MINUTE,
        to === null ? null : (Number(to) - start) / MINUTE,
        missing,
        flag,
        node,
      ])

    it('are not reported unless the node has qc_gap', async () => {
      for (const minute of [0, 10, 200]) await push(start + minute * MINUTE, 1)
      await roll()
      expect(await gaps()).toEqual([])
      expect(await get(`quality?${span}`)).toMatchObject([{ gaps: null, gapminutes: null, missing: 717 }])
    })

    it('are detected between successive values, in whatever order they arrive', async () => {
      await checks({ qc_gap: 15 })
      await push(start + 300 * MINUTE, 1)
      await roll()
      await push(start + 211 * MINUTE, 1)
      await roll()
      expect(await gaps()).toEqual([
        [10, 200, 379, 9, 'PM2.5'],
        [211, 300, 177, 9, 'PM2.5'],
        [300, null, expect.any(Number), 9, 'PM2.5'],
      ])
      // Late values in the middle of a gap split it in two; one next to its end shortens it.
      await push(start + 250 * MINUTE, 1)
      await push(start + 290 * MINUTE, 1)
      await push(start + 11 * MINUTE, 1)
      await roll()
      expect((await gaps()).slice(0, 3)).toEqual([
        [11, 200, 377, 9, 'PM2.5'],
        [211, 250, 77, 9, 'PM2.5'],
        [250, 290, 79, 9, 'PM2.5'],
      ])
      const [row] = await get(`quality?${span}`)
      expect(row).toMatchObject({ expected: 720, received: 8, missing: 712, gaps: 4 })
      expect(row?.['gapminutes']).toBe(189 + 39 + 40 + 60)
    })

    it('are reported neither for a device that saves only changes nor to callers without access', async () => {
      const save = async (save_cycle: number) => {
        await world.platform.storage.write((trx) =>
          trx.updateTable('device').set({ save_cycle }).where('id', '=', ids.air).execute(),
        )
        await world.platform.registry.changed('device', ids.air)
      }
      await save(100_000_000)
      expect(await gaps()).toEqual([])
      expect(await get(`quality?${span}`)).toMatchObject([{ gaps: null, missing: null }])
      await save(-1)
      expect((await world.call('stranger', 'GET', `quality/gaps?${span}`)).status).toBe(404)
    })
  })

  describe('clock skew', () => {
    it('flags delayed values as suspect, and late values once their hour is processed', async () => {
      await checks({ ...OFF, qc_skew: 10 })
      const device: TelemetrySource = { kind: 'device', id: ids.air }
      const hour = now - 3 * HOUR
      await push(hour + MINUTE, 5, device)
      await push(hour, 5, device)
      // An imported value is never counted as delayed.
      await push(hour + 2 * MINUTE, 5)
      await push(Date.now() - MINUTE, 5, device)
      await roll()
      expect(await flags(hour, now + HOUR)).toEqual([
        [0, 3, 64],
        [1, 3, 64],
      ])
      // A repeated value changes nothing.
      await push(hour + 2 * MINUTE, 5, device)
      await roll()
      expect(await flags(hour, hour + HOUR)).toHaveLength(2)
    })

    it('removes its flags when qc_skew is raised above the delay or cleared', async () => {
      const hour = now - 3 * HOUR
      let minute = 5
      const flagged = async (qc_skew: number | null) => {
        await checks({ qc_skew })
        await push(hour + minute++ * MINUTE, 5)
        await roll()
        return (await flags(hour, now)).length
      }
      expect([await flagged(600), await flagged(10), await flagged(null)]).toEqual([0, 2, 0])
    })
  })

  describe('neighbour comparison', () => {
    const hour = now - 20 * HOUR
    const others = [21, 22, 23, 24]
    const snOf = (id: number) => `18690250${id}`
    /** Places along a meridian, two kilometres apart. */
    const placeOf = (steps: number) => JSON.stringify({ maplng: 114.5, maplat: 38 + steps * 0.018 })

    beforeAll(async () => {
      await checks({ ...OFF, pollutant: 1 })
      await world.platform.storage.write(async (trx) => {
        await trx
          .updateTable('device')
          .set({ positional: placeOf(0) })
          .where('id', '=', ids.air)
          .execute()
        const like = await trx.selectFrom('device').selectAll().where('id', '=', ids.air).executeTakeFirstOrThrow()
        for (const [at, id] of others.entries())
          await trx
            .insertInto('device')
            .values({ ...like, id, sn: snOf(id), name: `N${id}`, positional: placeOf(at + 1) })
            .execute()
      })
      await world.platform.registry.changed('device', null)
    })
    const settle = async () => {
      await roll()
      await compareAll(world.platform)
      await roll()
      await compareAll(world.platform)
      const { count } = await world.platform.storage.read
        .selectFrom('neardirty')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      expect(Number(count)).toBe(0)
    }
    const tell = async (of: number, id: number, ...values: number[]) => {
      for (const [minute, value] of values.entries())
        await push(of + minute * MINUTE, value, undefined, id === ids.air ? SN : snOf(id))
    }

    it('flags an hour unlike those of three neighbours in range, and clears the flags when they agree', async () => {
      await checks({ qc_near_km: 7, qc_near_factor: 3 })
      await tell(hour, ids.air, 100, 110)
      await tell(hour, 21, 30)
      await tell(hour, 22, 31)
      await settle()
      // Two neighbours do not suffice, and the fourth stands too far away.
      await tell(hour, 24, 30)
      await settle()
      expect(await flags(hour, hour + HOUR)).toEqual([])
      await tell(hour, 23, 33)
      await settle()
      expect(await flags(hour, hour + HOUR)).toEqual([
        [0, 3, 128],
        [1, 3, 128],
      ])
      expect(await flags(hour, hour + HOUR, 21)).toEqual([])
      await push(hour + 30 * MINUTE, 200, undefined, snOf(22))
      await push(hour + 30 * MINUTE, 200, undefined, snOf(23))
      await settle()
      expect(await flags(hour, hour + HOUR)).toEqual([])
    })

    it('is independent of the order of arrival, also with several outliers', async () => {
      const run = async (of: number, order: readonly number[]) => {
        const values = [[120, 130], [30, 900], [9, 8], [31, 33], [29]]
        for (const at of order) await tell(of, [ids.air, ...others][at] ?? 0, ...(values[at] ?? []))
        await settle()
        return Promise.all([ids.air, ...others].map((id) => flags(of, of + HOUR, id)))
      }
      await checks({ qc_near_km: 100, qc_near_factor: 3, qc_fail_high: 500 })
      const first = await run(hour + 2 * HOUR, [0, 1, 2, 3, 4])
      expect(first).toEqual([
        [
          [0, 3, 128],
          [1, 3, 128],
        ],
        [[1, 4, 1]],
        [
          [0, 3, 128],
          [1, 3, 128],
        ],
        [],
        [],
      ])
      expect(await run(hour + 6 * HOUR, [4, 2, 0, 3, 1])).toEqual(first)
    })

    it('ignores differences of less than qc_near_apart', async () => {
      await checks({ qc_fail_high: null, qc_near_apart: 5 })
      const of = hour + 8 * HOUR
      await tell(of, ids.air, 5)
      for (const id of others) await tell(of, id, 1)
      await settle()
      expect(await flags(of, of + HOUR)).toEqual([])
      await tell(of, ids.air, 5, 9)
      await settle()
      expect((await flags(of, of + HOUR)).map(([, , tests]) => tests)).toEqual([128, 128])
    })
  })
})
