import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { asInteger } from '../../server/history/asInteger.ts'
import { DIRECTION_SUMS } from '../../server/history/directions.ts'
import { rollSums } from '../../server/history/ownSums.ts'
import { PLAIN } from '../../server/quality/samples.ts'
import { HOUR, MINUTE, openMeans, turns } from '../support/means.ts'
import { homes } from '../support/storage.ts'
import { ids } from '../support/world.ts'

const DIRECTION = ids.temperature
const SPEED = ids.fan
const TILT = ids.pm
/** An hour of directions around north. */
const NORTH_TURNS = turns(350, 10)

const isNorth = (value: number | null | undefined): boolean => value != null && Math.min(value, 360 - value) < 0.001

describe.each(homes)('means of directions on %s', (home) => {
  const means = openMeans(home, {
    nodes: {
      1: { unitname: '°', min_value: 0, max_value: 360 },
      2: { unitname: '°', min_value: 0, max_value: 3600, node_script: null, range_factor: null },
    },
    keys: { [DIRECTION]: 'a01008', [SPEED]: 'a01007' },
  })
  const { change, store, roll, rolled, totals, hoursOf, upward } = means
  const script = (node_script: string | null) => change({ nodes: { 2: { node_script } } })

  it('are north for 350° and 10°, with and without rollups; other nodes keep the arithmetic mean', async () => {
    const { start } = means
    await store(DIRECTION, start, NORTH_TURNS)
    await store(TILT, start, NORTH_TURNS)
    const both = async () => {
      for (const from of [start, start - 100 * HOUR]) {
        const told = await totals(from)
        expect(told[DIRECTION]).toMatchObject({ min: null, max: null, last: 10 })
        expect(isNorth(told[DIRECTION]?.avg), String(told[DIRECTION]?.avg)).toBe(true)
      }
      expect((await totals())[TILT]).toMatchObject({ min: 10, max: 350, avg: 180 })
    }
    await both()
    await roll()
    await both()
    const { sine, cosine } = await rolled(DIRECTION)
    expect(sine).toBeCloseTo(0)
    expect(cosine).toBeCloseTo(60 * Math.cos(Math.PI / 18))
    expect(await rolled(TILT)).toMatchObject({ sine: null })
  })

  it('are weighted by wind speed, and null when calm or when directions cancel out', async () => {
    const { start } = means
    // Strong wind from the east, weak wind from the north: in the single hour, and over both hours together.
    await store(DIRECTION, start, turns(90, 0))
    await store(SPEED, start, turns(9, 1))
    await store(DIRECTION, start + HOUR, turns(90, 270))
    await store(SPEED, start + HOUR, turns(2, 2))
    await store(DIRECTION, start + 2 * HOUR, turns(45))
    await store(SPEED, start + 2 * HOUR, turns(0))
    for (const rolled of [false, true]) {
      if (rolled) await roll()
      const told = await hoursOf(DIRECTION, 3)
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

  it('use unit vectors without a speed, and the scale of the display script', async () => {
    const { start } = means
    await script('value * 0.1')
    await store(DIRECTION, start, turns(3500, 100, 300))
    await roll()
    // In the stored unit: tenths of degrees.
    expect((await totals())[DIRECTION]?.avg).toBeCloseTo(100, 0)
    await script(null)
  })

  it('apply to a node flagged as direction, also to hours rolled up before', async () => {
    const { start } = means
    await change({ keys: { [DIRECTION]: 'x1' } })
    await store(DIRECTION, start, NORTH_TURNS)
    await roll()
    expect((await totals())[DIRECTION]).toMatchObject({ min: 10, max: 350, avg: 180 })
    await change({ nodes: { 2: { is_direction: 1 } } })
    const told = await totals(start - 100 * HOUR)
    expect(told[DIRECTION]).toMatchObject({ min: null, max: null })
    expect((await totals())[DIRECTION]?.avg).toSatisfy(isNorth)
    await change({ nodes: { 2: { is_direction: 0 } }, keys: { [DIRECTION]: 'a01008' } })
  })

  it('use the smaller angle for spike and rate tests', async () => {
    const { start } = means
    const ask = (degrees: number | null) => change({ nodes: { 2: { qc_spike_fail: degrees, qc_rate_fail: degrees } } })
    await ask(90)
    await store(DIRECTION, start, [...NORTH_TURNS, 150])
    await roll()
    const flagged = await means.world.platform.storage.read
      .selectFrom('historyflag')
      .select('ts')
      .where('nodemap_id', '=', DIRECTION)
      .where('ts', '>=', start)
      .execute()
    await ask(null)
    expect(flagged.map(({ ts }) => (ts - start) / MINUTE)).toEqual([60])
  })

  it('are reported by HJ 212 without minimum and maximum', async () => {
    const { start } = means
    await store(DIRECTION, start, NORTH_TURNS)
    await store(SPEED, start, turns(3))
    const groups = await upward({ a01008: DIRECTION, a01007: SPEED })
    expect(groups).toContainEqual([
      ['a01008-Avg', expect.stringMatching(/^(0|360)$/)],
      ['a01008-Flag', 'N'],
    ])
    expect(groups).toContainEqual(expect.arrayContaining([['a01007-Min', '3']]))
  })

  it.skipIf(home === 'clickhouse')('look up the wind speed once per sample', async () => {
    const { start, world } = means
    await store(DIRECTION, start, NORTH_TURNS)
    const { read, engine } = world.platform.storage
    const node = { devicetype: 1, nodemap: DIRECTION, turn: { scale: 1, offset: 0 }, speed: SPEED }
    const hour = sql`(${asInteger(ids.air)}, ${asInteger(start)})`
    const query = rollSums(DIRECTION_SUMS, [node], hour, { engine, reading: PLAIN })
    const explain = sql.raw(engine === 'sqlite' ? 'explain query plan' : 'explain')
    const { rows } = await sql<Record<string, unknown>>`${explain} ${query}`.execute(read)
    const steps = rows.flatMap((row) => Object.values(row).map(String))
    const lookUps = engine === 'sqlite' ? /^CORRELATED SCALAR SUBQUERY/ : /^ *SubPlan \d+$/
    expect(steps.filter((step) => lookUps.test(step))).toHaveLength(1)
  })
})
