import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '../../resources/kit/zone.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { TEST } from '../../server/quality/checks.ts'
import { homes } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const START = Math.floor(1_790_000_000_000 / HOUR) * HOUR

interface Answer {
  deviceid: number
  scheme: string
  expected: number | null
  nodes: { nodemapid: number; unitname: string; pollutant: string | null; hours: (number | null)[][] }[]
}

describe.each(homes)('GET /v1/history/hours on %s', (home) => {
  let world: WorldApp
  const storage = () => world.platform.storage
  const store = (nodemap: number, samples: readonly (readonly [minutes: number, value: number])[]) =>
    storage().storeSamples({
      device_id: samples.map(() => ids.air),
      nodemap_id: samples.map(() => nodemap),
      ts: samples.map(([minutes]) => START + minutes * 60_000),
      value: samples.map(([, value]) => value),
      save: samples.map(() => 1),
    })
  const hours = async (query = ''): Promise<Answer> =>
    (await world.call('manager', 'GET', `history/hours/${ids.air}?from=${START}&to=${START + 4 * HOUR}${query}`))
      .data as Answer
  const of = (answer: Answer, nodemap: number) => answer.nodes.find(({ nodemapid }) => nodemapid === nodemap)?.hours
  beforeAll(async () => {
    world = await openWorldApp(home)
    await storage().write(async (trx) => {
      // A flag that the platform's own validation leaves unchanged; stored before the values, because validation may
      // run at once.
      await trx
        .insertInto('historyflag')
        .values({ device_id: ids.air, nodemap_id: ids.pm, ts: START + 191 * 60_000, flag: 4, tests: TEST.maintenance })
        .execute()
    })
    await store(ids.pm, [
      [0, 10],
      [20, 20],
      [40, 60],
      [65, 5],
      [190, 7],
      [191, 900],
    ])
    await store(ids.temperature, [
      [5, 350],
      [30, 10],
      [70, 90],
    ])
  })
  afterAll(() => world.dispose())

  it('returns mean, minimum, maximum and counts, the same before and after the rollup', async () => {
    const wanted = [
      [START, 30, 10, 60, 3, 0],
      [START + HOUR, 5, 5, 5, 1, 0],
      [START + 3 * HOUR, 7, 7, 7, 1, 1],
    ]
    expect(of(await hours(), ids.pm)).toEqual(wanted)
    await rollUp(storage(), { before: START + 2 * HOUR })
    expect(of(await hours(), ids.pm)).toEqual(wanted)
  })

  it('returns the vector mean of directions', async () => {
    const plain = of(await hours(), ids.temperature)
    expect(plain?.[0]?.[1]).toBe(180)
    const node = await storage()
      .read.selectFrom('nodemap')
      .select('node_id')
      .where('id', '=', ids.temperature)
      .executeTakeFirstOrThrow()
    await storage().write(async (trx) => {
      await trx
        .updateTable('node')
        .set({ is_direction: 1, node_script: null })
        .where('id', '=', node.node_id ?? 0)
        .execute()
    })
    await world.platform.registry.changed('node', null)
    const turned = of(await hours(), ids.temperature)
    expect([0, 360]).toContain(Math.round(turned?.[0]?.[1] ?? -1))
    expect(turned?.[1]?.[1]).toBeCloseTo(90)
    expect(turned?.[0]?.slice(2, 6)).toEqual([null, null, 2, 0])
  })

  it('returns only requested nodes, with scheme and expected count, and refuses invalid parameters', async () => {
    const answer = await hours(`&nodes=${ids.pm}`)
    expect(answer.nodes.map(({ nodemapid }) => nodemapid)).toEqual([ids.pm])
    expect([answer.deviceid, answer.scheme]).toEqual([ids.air, 'HJ'])
    // The air station stores each value, one every 30 seconds; the level station one every five minutes.
    const level = (await world.call('manager', 'GET', `history/hours/${ids.level}`)).data as Answer
    expect([answer.expected, level.expected]).toEqual([120, 12])
    const status = async (path: string): Promise<number> => (await world.call('manager', 'GET', path)).status
    expect(await status(`history/hours/${ids.air}?nodes=x`)).toBe(400)
    expect(await status(`history/hours/${ids.air}?from=${START}&to=${START + 400 * 24 * HOUR}`)).toBe(400)
    expect(await status(`history/hours/${ids.air}?from=${START}&to=${START - 1}`)).toBe(400)
    expect(await status('history/hours/999999')).toBe(404)
  })
})
