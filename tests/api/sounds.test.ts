import { describe, expect, it } from 'vitest'
import { retentionJob } from '../../server/history/retention.ts'
import { HOUR, openMeans, turns } from '../support/means.ts'
import { homes, readDevice } from '../support/storage.ts'
import { ids } from '../support/world.ts'

const SOUND = ids.temperature
const DUST = ids.pm
/**
 * The level with half the energy of 80 dB plus a thousandth of it: never 65, which would be the mean of the decibels.
 */
const HALF_OF_80 = 10 * Math.log10((10 ** 8 + 10 ** 5) / 2)

describe.each(homes)('means of sound levels on %s', (home) => {
  const means = openMeans(home, {
    nodes: { 2: { unitname: 'dB', min_value: 0, max_value: 1500, node_script: null, range_factor: null } },
    keys: { [SOUND]: 'LA' },
  })
  const { change, store, roll, rolled, totals, hoursOf, upward } = means
  const script = (node_script: string | null) => change({ nodes: { 2: { node_script } } })

  it('are energy means in hours and rollups, while other nodes have arithmetic means', async () => {
    const { start } = means
    await store(SOUND, start, turns(50, 80))
    await store(DUST, start, turns(50, 80))
    const both = async () => {
      for (const from of [start, start - 100 * HOUR]) {
        const told = await totals(from)
        expect(told[SOUND]).toMatchObject({ min: 50, max: 80, avg: expect.closeTo(HALF_OF_80, 6) })
        expect(told[DUST]).toMatchObject({ min: 50, max: 80, avg: 65 })
      }
      expect((await hoursOf(SOUND))?.hours).toEqual([[start, expect.closeTo(HALF_OF_80, 3), 50, 80, 60, 0]])
      expect((await hoursOf(DUST))?.hours).toEqual([[start, 65, 50, 80, 60, 0]])
    }
    await both()
    await roll()
    await both()
    expect((await rolled(SOUND)).energy).toBeCloseTo(30 * (10 ** 8 + 10 ** 5), 0)
    expect((await rolled(DUST)).energy).toBeNull()
  })

  it('use values scaled by node_script, and stay numeric for extreme values', async () => {
    const { start } = means
    await script('value * 0.1')
    await store(SOUND, start, turns(500, 800))
    expect((await totals())[SOUND]?.avg).toBeCloseTo(10 * HALF_OF_80, 5)
    await script(null)
    await store(SOUND, start + HOUR / 4 + 1, [15_000, -15_000])
    expect((await totals())[SOUND]?.avg).toEqual(expect.any(Number))
  })

  it('are vector means when the node is flagged as a direction', async () => {
    await store(SOUND, means.start, turns(350, 10))
    await change({ nodes: { 2: { is_direction: 1 } } })
    const told = (await totals())[SOUND]
    await change({ nodes: { 2: { is_direction: 0 } } })
    expect(told?.min).toBeNull()
    expect(Math.cos(((told?.avg ?? 180) * Math.PI) / 180)).toBeCloseTo(1)
  })

  it('are sent upstream by HJ 212', async () => {
    await store(SOUND, means.start, turns(50, 80))
    const wanted = [
      [
        ['LA-Min', '50'],
        ['LA-Avg', String(Number(HALF_OF_80.toFixed(4)))],
        ['LA-Max', '80'],
        ['LA-Flag', 'N'],
      ],
    ]
    expect(await upward({ LA: SOUND })).toEqual(wanted)
    await roll()
    expect(await upward({ LA: SOUND })).toEqual(wanted)
  })

  it('are compared with the hourly mean that the station reports', async () => {
    const { start, world } = means
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

  it('remain available after retention for an hour rolled up before the node was a sound level', async () => {
    const { start } = means
    const { platform } = means.world
    await change({ keys: { [SOUND]: 'x1' } })
    await store(SOUND, start, turns(50, 80))
    await roll()
    expect((await hoursOf(SOUND))?.hours).toEqual([[start, 65, 50, 80, 60, 0]])
    await change({ keys: { [SOUND]: 'LA' } })
    const later = start + 2 * HOUR + platform.settings.retentionDays * 24 * HOUR
    await retentionJob(platform, () => later).run(new AbortController().signal)
    expect((await hoursOf(SOUND))?.hours).toEqual([[start, expect.closeTo(HALF_OF_80, 3), 50, 80, 60, 0]])
    const left = await readDevice(platform.storage, ids.air, (read) =>
      read.selectFrom('history').select('ts').where('nodemap_id', '=', SOUND).where('ts', '>=', start).execute(),
    )
    expect(left).toEqual([])
  })
})
