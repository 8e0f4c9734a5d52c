import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workOutAll } from '../../server/environment/job.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { HOUR, hourStart } from '../../server/storage/dirtyHours.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const SN = '1869024001'
const MINUTE = 60_000
const DAY = 24 * HOUR
/** Hours of one run, and days between the starts of two runs. */
const HOURS = 8
const APART = 3

/** Repeatable pseudo-random numbers. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}

describe.each(engines)('order of arrival of values on %s', (engine) => {
  let world: WorldApp
  const first = Math.floor(Date.now() / DAY) * DAY - 40 * DAY
  beforeAll(async () => {
    world = await openWorldApp(engine)
    const tests = {
      qc_suspect_high: 80,
      qc_fail_high: 120,
      qc_rate_suspect: 12,
      qc_rate_fail: 40,
      qc_spike_suspect: 25,
      qc_spike_fail: 60,
      qc_flat_suspect: 20,
      qc_flat_fail: 70,
      qc_flat_tolerance: 0.5,
      qc_gap: 12,
      pollutant: 1,
    }
    await world.platform.storage.write((trx) => trx.updateTable('node').set(tests).where('id', '=', 1).execute())
    await world.platform.registry.changed('node', 1)
  })
  afterAll(() => world.dispose())

  /** Random walks, spikes, constant stretches across hour boundaries, and gaps. */
  const series = (): { at: number; value: number }[] => {
    const random = numbers(29)
    const values: { at: number; value: number }[] = []
    let value = 40
    let still = 0
    for (let minute = 0; minute < HOURS * 60; minute += random() < 0.03 ? 25 : 3) {
      if (still === 0 && random() < 0.04) still = Math.floor(random() * 40)
      if (still > 0) still--
      else value = Math.max(0, value + (random() - 0.5) * 20)
      // Some values stick out, also the last ones of hours, which only the beginning of the next hour reveals.
      const sticks = random() < 0.03 || minute % 60 >= 57
      values.push({ at: minute * MINUTE, value: Math.round((sticks ? value + 90 : value) * 10) / 10 })
    }
    return values
  }
  const roll = () => rollUp(world.platform.storage, { before: hourStart(Date.now()) })
  /** Sends the series of a run in an order, in batches, with the jobs running now and then in between. */
  const send = async (start: number, order: readonly { at: number; value: number }[], random: () => number) => {
    for (let at = 0; at < order.length; ) {
      const some = order.slice(at, (at += 1 + Math.floor(random() * 30)))
      await world.platform.ingest.push(
        some.map(({ at: after, value }) => ({ sn: SN, t: start + after, values: { 1: value } })),
        { kind: 'trusted', by: 'import' },
      )
      if (random() < 0.3) await roll()
      if (random() < 0.2) await workOutAll(world.platform)
    }
    await roll()
    await workOutAll(world.platform)
  }
  /** Everything kept of a run, with times relative to its start. */
  const kept = async (start: number) => {
    const within = (time: string) =>
      sql`device_id = ${ids.air} and nodemap_id = ${ids.pm} and ${sql.ref(time)} >= ${start} and ${sql.ref(time)} < ${start + DAY}`
    const ask = async (query: ReturnType<typeof sql<Record<string, number>>>) =>
      (await query.execute(world.platform.storage.read)).rows
    const means = await world.platform.storage.read
      .selectFrom('environmenthour')
      .select(['hour', 'means'])
      .where('device_id', '=', ids.air)
      .where('hour', '>=', start)
      .where('hour', '<', start + DAY)
      .orderBy('hour')
      .execute()
    return {
      flags: await ask(sql`select ts - ${start} as ts, flag, tests from historyflag where ${within('ts')} order by ts`),
      rollups:
        await ask(sql`select hour - ${start} as hour, min, max, count, first, last, min_at - ${start} as min_at, max_at - ${start} as max_at
        from rollup where ${within('hour')} order by hour`),
      gaps: await ask(
        sql`select since - ${start} as since, until - ${start} as until from qualitygap where ${within('since')} and ${within('until')} order by until`,
      ),
      days: await ask(sql`select valid, doubted from qualityday where ${within('day')}`),
      verdicts: await ask(sql`select start - ${start} as start, hours, level, idx from environmentday
        where device_id = ${ids.air} and start > ${start - DAY} and start < ${start + DAY}`),
      means: means.map(({ hour, means: text }) => [hour - start, JSON.parse(text) as object]),
    }
  }
  const inOrder = async () => {
    const start = first
    await send(start, series(), numbers(31))
    return kept(start)
  }
  let wanted: Awaited<ReturnType<typeof inOrder>>

  it('yields flags, gaps, rollups, hourly means and a daily verdict in the reference run', async () => {
    wanted = await inOrder()
    const bits = wanted.flags.reduce((all, { tests }) => all | (tests ?? 0), 0)
    expect(bits & 15).toBe(15)
    expect(wanted.gaps.length).toBeGreaterThan(2)
    expect(wanted.rollups.length).toBeGreaterThanOrEqual(HOURS - 1)
    expect(wanted.means.length).toBe(wanted.rollups.length)
    expect(wanted.verdicts).toHaveLength(1)
  })

  it.each([1, 2, 3, 4, 5])('does not affect the results (run %i)', async (run) => {
    const random = numbers(run * 101)
    const start = first + run * APART * DAY
    const shuffled = series()
      .map((sample) => ({ sample, place: random() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ sample }) => sample)
    // The last run goes from the end to the beginning.
    await send(start, run === 5 ? series().toReversed() : shuffled, random)
    expect(await kept(start)).toEqual(wanted)
  })

  it.each([
    ['from the first to the last', 7, (hours: number[]) => hours],
    ['from the last to the first', 8, (hours: number[]) => hours.toReversed()],
    ['even hours before odd hours', 9, (hours: number[]) => hours.toSorted((a, b) => (a % 2) - (b % 2))],
  ])('does not matter by whole hours, each processed before the next: %s', async (_, run, ordered) => {
    const start = first + run * APART * DAY
    const hours = Array.from({ length: HOURS }, (_hour, at) => at)
    for (const hour of ordered(hours)) {
      const own = series().filter(({ at }) => Math.floor(at / HOUR) === hour)
      await send(start, own, numbers(41))
    }
    expect(await kept(start)).toEqual(wanted)
  })

  it('does not matter when a review rejects an hour before or after processing, or is revoked', async () => {
    const [before, after] = [10, 11].map((run) => first + run * APART * DAY) as [number, number]
    const hour = Number(wanted.means[2]?.[0])
    const refuse = async (start: number): Promise<number> => {
      const span = { deviceid: ids.air, nodemapid: ids.pm, from: start + hour, to: start + hour + HOUR - 1 }
      const { data } = await world.call('manager', 'POST', 'quality/reviews', { ...span, flag: 4, reason: 'moved' })
      return (data as { id: number }).id
    }
    await refuse(before)
    await send(before, series(), numbers(43))
    const refused = await kept(before)
    expect(refused.means).toEqual(wanted.means.filter(([at]) => at !== hour))
    expect(refused.means).toHaveLength(wanted.means.length - 1)
    await send(after, series(), numbers(47))
    const id = await refuse(after)
    await roll()
    await workOutAll(world.platform)
    expect(await kept(after)).toEqual(refused)
    expect((await world.call('manager', 'DELETE', `quality/reviews/${id}`)).code).toBe(0)
    await roll()
    await workOutAll(world.platform)
    expect(await kept(after)).toEqual(wanted)
  })

  it('does not matter when hours are processed again or values arrive again', async () => {
    await send(first, series().slice(40, 90), numbers(37))
    await world.platform.storage.write(async (trx) => {
      for (let hour = first; hour < first + DAY; hour += HOUR)
        await trx
          .insertInto('dirtyhour')
          .values({ device_id: ids.air, hour })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    })
    for (let again = 0; again < 2; again++) {
      await roll()
      await workOutAll(world.platform)
      expect(await kept(first)).toEqual(wanted)
    }
  })
})
