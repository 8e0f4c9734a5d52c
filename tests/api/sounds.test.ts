import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { retentionJob } from '../../server/history/retention.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { clockOf } from '../../server/hj212/protocol/time.ts'
import { reportContent } from '../../server/north/reports/spans.ts'
import type { ReportInterface, Subject } from '../../server/north/reports/subjects.ts'
import { homes, readDevice } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const SOUND = ids.temperature
const DUST = ids.pm

describe.each(homes)('means of sound levels on %s', (home) => {
  let world: WorldApp
  let start = Math.floor(Date.now() / HOUR) * HOUR - 200 * HOUR
  beforeAll(async () => {
    world = await openWorldApp(home)
    await world.platform.schedules.close()
    await setUp(null)
  })
  afterAll(() => world.dispose())
  // Each test has hours of its own.
  beforeEach(() => {
    start += 10 * HOUR
  })

  async function setUp(script: string | null) {
    const { storage, registry } = world.platform
    const range = { unitname: 'dB', min_value: 0, max_value: 1500, node_script: script, range_factor: null }
    await storage.write(async (trx) => {
      await trx.updateTable('node').set(range).where('id', '=', 2).execute()
      await trx.updateTable('nodemap').set({ key_msg: 'LA' }).where('id', '=', SOUND).execute()
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
  const totals = async (from: number) =>
    (
      (await world.call('manager', 'GET', `godbAllHistoricaldataByIdToJson/${ids.air}/${from}/${start + HOUR - 1}`))
        .data as { newObj: Record<string, { min: number; max: number; avg: number }> }
    ).newObj
  const hoursOf = async (node: number) =>
    (
      (await world.call('manager', 'GET', `history/hours/${ids.air}?from=${start}&to=${start + HOUR}&nodes=${node}`))
        .data as { nodes: { hours: (number | null)[][] }[] }
    ).nodes[0]?.hours
  /** An hour of minutes, by turns so loud. */
  const turns = (...values: number[]): number[] =>
    Array.from({ length: 60 }, (_, minute) => values[minute % values.length] ?? 0)
  /** Half of the energy of 80 dB and a thousandth more: never 65, which is the mean of the decibels. */
  const HALF_OF_80 = 10 * Math.log10((10 ** 8 + 10 ** 5) / 2)

  it('are those of energies, in an hour and in days of rollups, and what is no sound keeps its own', async () => {
    await store(SOUND, start, turns(50, 80))
    await store(DUST, start, turns(50, 80))
    const both = async () => {
      for (const from of [start, start - 100 * HOUR]) {
        const told = await totals(from)
        expect(told[SOUND]).toMatchObject({ min: 50, max: 80, avg: expect.closeTo(HALF_OF_80, 6) })
        expect(told[DUST]).toMatchObject({ min: 50, max: 80, avg: 65 })
      }
      expect(await hoursOf(SOUND)).toEqual([[start, expect.closeTo(HALF_OF_80, 3), 50, 80, 60, 0]])
      expect(await hoursOf(DUST)).toEqual([[start, 65, 50, 80, 60, 0]])
    }
    await both()
    await roll()
    await both()
    const rolled = (node: number) =>
      readDevice(world.platform.storage, ids.air, (read) =>
        read
          .selectFrom('rollup')
          .select('energy')
          .where('nodemap_id', '=', node)
          .where('hour', '=', start)
          .executeTakeFirstOrThrow(),
      )
    expect((await rolled(SOUND)).energy).toBeCloseTo(30 * (10 ** 8 + 10 ** 5), 0)
    expect((await rolled(DUST)).energy).toBeNull()
  })

  it('are of what is shown where a station sends tenths, and stand whatever nonsense came', async () => {
    await setUp('value * 0.1')
    await store(SOUND, start, turns(500, 800))
    expect((await totals(start))[SOUND]?.avg).toBeCloseTo(10 * HALF_OF_80, 5)
    await setUp(null)
    await store(SOUND, start + HOUR / 4 + 1, [15_000, -15_000])
    expect((await totals(start))[SOUND]?.avg).toEqual(expect.any(Number))
  })

  it('are those of vectors of a node that is flagged as a direction', async () => {
    const flag = async (is_direction: number) => {
      const { storage, registry } = world.platform
      await storage.write((trx) => trx.updateTable('node').set({ is_direction }).where('id', '=', 2).execute())
      await registry.changed('node', 2)
    }
    await store(SOUND, start, turns(350, 10))
    await flag(1)
    const told = (await totals(start))[SOUND]
    await flag(0)
    expect(told?.min).toBeNull()
    expect(Math.cos(((told?.avg ?? 180) * Math.PI) / 180)).toBeCloseTo(1)
  })

  it('go upward in HJ 212', async () => {
    await store(SOUND, start, turns(50, 80))
    const device = world.platform.registry.device(ids.air)
    const node = device?.nodes.get(SOUND)
    if (!device || !node) throw new Error('no such node')
    const told = () =>
      reportContent(world.platform, {
        subject: { id: 1, mn: 'X', devices: [{ device, nodes: new Map([['LA', node]]) }] } as unknown as Subject,
        cn: '2061',
        start,
        reports: { minutesMs: null } as ReportInterface,
        clock: clockOf('Asia/Shanghai'),
      })
    const wanted = [
      [
        ['LA-Min', '50'],
        ['LA-Avg', String(Number(HALF_OF_80.toFixed(4)))],
        ['LA-Max', '80'],
        ['LA-Flag', 'N'],
      ],
    ]
    expect(await told()).toEqual(wanted)
    await roll()
    expect(await told()).toEqual(wanted)
  })

  it('are held against what the station says of its hour', async () => {
    await store(SOUND, start, turns(50, 80))
    await roll()
    await world.platform.storage.write(async (trx) => {
      await trx
        .insertInto('hj212reported')
        .values({
          device_id: ids.air,
          cn: 2061,
          ts: start,
          factor: 'LA',
          avg: HALF_OF_80,
          min: 50,
          max: 80,
          cou: null,
          flag: 'N',
        })
        .execute()
    })
    const path = `hj212/${ids.air}/reported?cn=2061&from=${start}&to=${start}`
    expect((await world.call('super', 'GET', path)).data).toEqual([
      expect.objectContaining({ own: expect.closeTo(HALF_OF_80, 6), differs: 0 }),
    ])
  })

  it('stay known of an hour that was rolled up before the node was a sound level, once its samples are dropped', async () => {
    const { storage, registry, settings } = world.platform
    const name = async (key_msg: string) => {
      await storage.write((trx) => trx.updateTable('nodemap').set({ key_msg }).where('id', '=', SOUND).execute())
      await registry.changed('nodemap', null)
    }
    await name('x1')
    await store(SOUND, start, turns(50, 80))
    await roll()
    expect(await hoursOf(SOUND)).toEqual([[start, 65, 50, 80, 60, 0]])
    await name('LA')
    const later = start + 2 * HOUR + settings.retentionDays * 24 * HOUR
    await retentionJob(world.platform, () => later).run(new AbortController().signal)
    expect(await hoursOf(SOUND)).toEqual([[start, expect.closeTo(HALF_OF_80, 3), 50, 80, 60, 0]])
    const left = await readDevice(storage, ids.air, (read) =>
      read.selectFrom('history').select('ts').where('nodemap_id', '=', SOUND).where('ts', '>=', start).execute(),
    )
    expect(left).toEqual([])
  })
})
