import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rollUp } from '../../server/history/rollup.ts'
import { clockOf } from '../../server/hj212/protocol/time.ts'
import { reportContent } from '../../server/north/reports/spans.ts'
import type { ReportInterface, Subject } from '../../server/north/reports/subjects.ts'
import { homes, readDevice } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const DIRECTION = ids.temperature
const SPEED = ids.fan
const TILT = ids.pm

interface Total {
  min: number | null
  max: number | null
  avg: number | null
  last: number
}

describe.each(homes)('means of directions on %s', (home) => {
  let world: WorldApp
  let start = Math.floor(Date.now() / HOUR) * HOUR - 200 * HOUR
  beforeAll(async () => {
    world = await openWorldApp(home)
    await world.platform.schedules.close()
    await setUp({ script: null })
  })
  afterAll(() => world.dispose())
  // Each test has hours of its own.
  beforeEach(() => {
    start += 10 * HOUR
  })

  async function setUp({ script, flag = 0, key = 'a01008' }: { script: string | null; flag?: number; key?: string }) {
    const { storage, registry } = world.platform
    const range = { min_value: 0, max_value: 3600, node_script: script, range_factor: null, is_direction: flag }
    await storage.write(async (trx) => {
      await trx
        .updateTable('node')
        .set({ ...range, unitname: '°' })
        .where('id', '=', 2)
        .execute()
      await trx.updateTable('node').set({ unitname: '°', min_value: 0, max_value: 360 }).where('id', '=', 1).execute()
      await trx.updateTable('nodemap').set({ key_msg: key }).where('id', '=', DIRECTION).execute()
      await trx.updateTable('nodemap').set({ key_msg: 'a01007' }).where('id', '=', SPEED).execute()
    })
    for (const table of ['node', 'nodemap']) await registry.changed(table, null)
  }
  const store = (nodemap: number, from: number, values: readonly number[]) =>
    world.platform.storage.storeSamples({
      device_id: values.map(() => ids.air),
      nodemap_id: values.map(() => nodemap),
      ts: values.map((_value, minute) => from + minute * MINUTE),
      value: [...values],
      save: values.map(() => 1),
    })
  const roll = () => rollUp(world.platform.storage, { before: Date.now() })
  const totals = async (from: number, to: number): Promise<Record<string, Total>> =>
    (
      (await world.call('manager', 'GET', `godbAllHistoricaldataByIdToJson/${ids.air}/${from}/${to}`)).data as {
        newObj: Record<string, Total>
      }
    ).newObj
  const hoursOf = async (from: number, to: number) =>
    (
      (await world.call('manager', 'GET', `history/hours/${ids.air}?from=${from}&to=${to}&nodes=${DIRECTION}`))
        .data as {
        nodes: { direction?: number; hours: (number | null)[][] }[]
      }
    ).nodes[0]
  /** An hour of minutes by turns 350 and 10, or what is given. */
  const turns = (...values: number[]): number[] =>
    Array.from(
      { length: 60 },
      (_, minute) => (values.length > 0 ? values : [350, 10])[minute % (values.length || 2)] ?? 0,
    )
  const isNorth = (value: number | null | undefined): boolean => value != null && Math.min(value, 360 - value) < 0.001

  it('point north of 350 and 10, in an hour and in five days of rollups, and what is no direction keeps its own', async () => {
    await store(DIRECTION, start, turns())
    await store(TILT, start, turns())
    const both = async () => {
      for (const from of [start, start - 100 * HOUR]) {
        const told = await totals(from, start + HOUR - 1)
        expect(told[DIRECTION]).toMatchObject({ min: null, max: null, last: 10 })
        expect(isNorth(told[DIRECTION]?.avg), String(told[DIRECTION]?.avg)).toBe(true)
      }
      expect((await totals(start, start + HOUR - 1))[TILT]).toMatchObject({ min: 10, max: 350, avg: 180 })
    }
    await both()
    await roll()
    await both()
    const rolled = (node: number) =>
      readDevice(world.platform.storage, ids.air, (read) =>
        read
          .selectFrom('rollup')
          .select(['sine', 'cosine'])
          .where('nodemap_id', '=', node)
          .where('hour', '=', start)
          .executeTakeFirstOrThrow(),
      )
    const { sine, cosine } = await rolled(DIRECTION)
    expect(sine).toBeCloseTo(0)
    expect(cosine).toBeCloseTo(60 * Math.cos(Math.PI / 18))
    expect(await rolled(TILT)).toMatchObject({ sine: null })
  })

  it('weigh by the speed that stood, and are undefined where the wind is calm or turns every way alike', async () => {
    // Strong from the east, weak from the north: by the hour, and over both hours together.
    await store(DIRECTION, start, turns(90, 0))
    await store(SPEED, start, turns(9, 1))
    await store(DIRECTION, start + HOUR, turns(90, 270))
    await store(SPEED, start + HOUR, turns(2, 2))
    await store(DIRECTION, start + 2 * HOUR, turns(45))
    await store(SPEED, start + 2 * HOUR, turns(0))
    for (const rolled of [false, true]) {
      if (rolled) await roll()
      const told = await hoursOf(start, start + 3 * HOUR)
      expect(told?.direction).toBe(1)
      expect(told?.hours.map(([, mean]) => mean)).toEqual([
        expect.closeTo((Math.atan2(9, 1) * 180) / Math.PI, 3),
        null,
        null,
      ])
      expect(told?.hours[0]?.slice(2, 6)).toEqual([null, null, 60, 0])
      expect(told?.hours[0]?.slice(6)).toEqual([expect.closeTo(270, 3), expect.closeTo(30, 3)])
      expect((await totals(start + HOUR, start + 2 * HOUR - 1))[DIRECTION]).toMatchObject({ avg: null, min: null })
      expect((await totals(start, start + 3 * HOUR - 1))[DIRECTION]?.avg).toBeCloseTo(
        (Math.atan2(9, 1) * 180) / Math.PI,
      )
    }
  })

  it('are of unit vectors where no speed was measured, and of tenths by the display script', async () => {
    await setUp({ script: 'value * 0.1' })
    await store(DIRECTION, start, turns(3500, 100, 300))
    await roll()
    // As the values are stored: tenths of degrees.
    expect((await totals(start, start + HOUR - 1))[DIRECTION]?.avg).toBeCloseTo(100, 0)
    await setUp({ script: null })
  })

  it('are those of a node with the flag too, also of hours that were rolled up before it had it', async () => {
    await setUp({ script: null, key: 'x1' })
    await store(DIRECTION, start, turns())
    await roll()
    expect((await totals(start, start + HOUR - 1))[DIRECTION]).toMatchObject({ min: 10, max: 350, avg: 180 })
    await setUp({ script: null, key: 'x1', flag: 1 })
    const told = await totals(start - 100 * HOUR, start + HOUR - 1)
    expect(told[DIRECTION]).toMatchObject({ min: null, max: null })
    expect((await totals(start, start + HOUR - 1))[DIRECTION]?.avg).toSatisfy(isNorth)
    await setUp({ script: null })
  })

  it('are tested the shorter way round', async () => {
    const { storage, registry } = world.platform
    const ask = async (degrees: number | null) => {
      const tests = { qc_spike_fail: degrees, qc_rate_fail: degrees }
      await storage.write((trx) => trx.updateTable('node').set(tests).where('id', '=', 2).execute())
      await registry.changed('node', 2)
    }
    await ask(90)
    await store(DIRECTION, start, [...turns(), 150])
    await roll()
    const flagged = await storage.read
      .selectFrom('historyflag')
      .select('ts')
      .where('nodemap_id', '=', DIRECTION)
      .where('ts', '>=', start)
      .execute()
    await ask(null)
    expect(flagged.map(({ ts }) => (ts - start) / MINUTE)).toEqual([60])
  })

  it('go upward in HJ 212 without least and greatest', async () => {
    await store(DIRECTION, start, turns())
    await store(SPEED, start, turns(3))
    const device = world.platform.registry.device(ids.air)
    const [direction, speed] = [device?.nodes.get(DIRECTION), device?.nodes.get(SPEED)]
    if (!device || !direction || !speed) throw new Error('no such nodes')
    const nodes = new Map([
      ['a01008', direction],
      ['a01007', speed],
    ])
    const groups = await reportContent(world.platform, {
      subject: { id: 1, mn: 'X', devices: [{ device, nodes }] } as unknown as Subject,
      cn: '2061',
      start,
      reports: { minutesMs: null } as ReportInterface,
      clock: clockOf('Asia/Shanghai'),
    })
    expect(groups).toContainEqual([
      ['a01008-Avg', expect.stringMatching(/^(0|360)$/)],
      ['a01008-Flag', 'N'],
    ])
    expect(groups).toContainEqual(expect.arrayContaining([['a01007-Min', '3']]))
  })
})
