import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workOutAll } from '../../server/environment/job.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { HOUR, hourStart } from '../../server/storage/dirtyHours.ts'
import { homes, readDevice } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const SN = '1869024001'
const MINUTE = 60_000

interface Told {
  dataset: { nodemapid: number; data: [number, number][] }[]
  newObj: Record<string, { min: number; max: number; avg: number; last: number }>
  corrected: { t: number; value: number; raw: number; by: string; reason: string }[]
  flags: { t: number; flag: number }[]
}

describe.each(homes)('corrections on %s', (home) => {
  let world: WorldApp
  const hour = hourStart(Date.now()) - 6 * HOUR
  beforeAll(async () => {
    world = await openWorldApp(home)
    await world.platform.storage.write((trx) =>
      trx.updateTable('node').set({ qc_fail_high: 200, pollutant: 1 }).where('id', '=', 1).execute(),
    )
    await world.platform.registry.changed('node', 1)
    for (const [minute, value] of [10, 20, 300, 40].entries()) await push(hour + minute * MINUTE, value)
    await roll()
  })
  afterAll(() => world.dispose())

  const push = (at: number, value: number) =>
    world.platform.ingest.push([{ sn: SN, t: at, values: { 1: value } }], { kind: 'trusted', by: 'import' })
  const roll = () => rollUp(world.platform.storage, { before: hourStart(Date.now()) })
  const correct = (given: object, user: 'manager' | 'super' | 'watcher' | 'stranger' = 'manager') =>
    world.call(user, 'POST', 'quality/reviews', {
      deviceid: ids.air,
      nodemapid: ids.pm,
      from: hour,
      to: hour + HOUR - 1,
      reason: 'span was off',
      ...given,
    })
  const idOf = async (asked: ReturnType<typeof correct>) => ((await asked).data as { id: number }).id
  const revoke = (id: number, user: 'manager' | 'super' = 'manager') =>
    world.app.inject({
      method: 'DELETE',
      url: `/v1/quality/reviews/${id}`,
      headers: { authorization: `Bearer ${world.tokens[user]}` },
    })
  const history = async (more = '', from = hour) =>
    (await world.call('manager', 'GET', `godbAllHistoricaldataByIdToJson/${ids.air}/${from}/${hour + HOUR}${more}`))
      .data as Told
  const values = async (more = '', from = hour) =>
    (await history(more, from)).dataset.find(({ nodemapid }) => nodemapid === ids.pm)?.data.map(([, value]) => value)
  const rollup = () =>
    readDevice(world.platform.storage, ids.air, (read) =>
      read
        .selectFrom('rollup')
        .select(['min', 'max', 'sum', 'count', 'first', 'last'])
        .where('device_id', '=', ids.air)
        .where('nodemap_id', '=', ids.pm)
        .where('hour', '=', hour)
        .executeTakeFirst(),
    )
  const raw = async () =>
    (
      await readDevice(world.platform.storage, ids.air, (read) =>
        read
          .selectFrom('history')
          .select('value')
          .where('device_id', '=', ids.air)
          .where('nodemap_id', '=', ids.pm)
          .orderBy('ts')
          .execute(),
      )
    ).map(({ value }) => value)

  it('replace raw values in history, rollups and comparison, with the raw value alongside', async () => {
    expect(await values()).toEqual([10, 20, 300, 40])
    const id = await idOf(correct({ zero: 2, factor: 0.5 }))
    const told = await history()
    expect(told.dataset.find(({ nodemapid }) => nodemapid === ids.pm)?.data.map(([, v]) => v)).toEqual([4, 9, 149, 19])
    expect(told.newObj[ids.pm]).toMatchObject({ min: 4, max: 149, last: 19 })
    expect(told.corrected[2]).toMatchObject({
      nodemapid: ids.pm,
      t: hour + 2 * MINUTE,
      value: 149,
      raw: 300,
      reason: 'span was off',
    })
    // A correction states how much the value is worth: no test contradicts it any more.
    expect(told.flags.every(({ flag }) => flag === 1)).toBe(true)
    await roll()
    expect(await rollup()).toEqual({ min: 4, max: 149, sum: 181, count: 4, first: 4, last: 19 })
    // A thinned line keeps the first, last, least and greatest value of each section.
    expect(await values('?points=400', hour - 5 * 24 * HOUR)).toEqual([4, 149, 19])
    const month = new Intl.DateTimeFormat('sv', { timeZone: world.platform.settings.timeZone }).format(hour)
    const asked = `cxtime=${month.slice(0, 4)}${month.slice(5, 7)}&devGroup=${ids.air}&nodeGroup=${ids.pm}`
    const compared = (await world.call('manager', 'GET', `godbCompareHistoricaldata?${asked}`)).data
    expect((compared as { historydata: number }[]).map(({ historydata }) => historydata)).toEqual([4, 149, 19])
    expect(await raw()).toEqual([10, 20, 300, 40])
    expect((await revoke(id)).statusCode).toBe(200)
    await roll()
    expect(await values()).toEqual([10, 20, 300, 40])
    expect(await rollup()).toEqual({ min: 10, max: 40, sum: 70, count: 3, first: 10, last: 40 })
    expect((await history()).corrected).toEqual([])
  })

  it('accept one value for one timestamp; the highest role’s latest one applies, also to late samples', async () => {
    const span = { from: hour + 2 * MINUTE, to: hour + 2 * MINUTE }
    const one = await idOf(correct({ ...span, value: 30 }))
    expect(await values()).toEqual([10, 20, 30, 40])
    const high = await idOf(correct({ factor: 2 }, 'super'))
    expect(await values()).toEqual([20, 40, 600, 80])
    await idOf(correct({ ...span, value: 31 }))
    expect(await values()).toEqual([20, 40, 600, 80])
    expect((await revoke(high)).statusCode).toBe(403)
    await push(hour + 10 * MINUTE, 50)
    await roll()
    expect(await values()).toEqual([20, 40, 600, 80, 100])
    expect(await rollup()).toMatchObject({ count: 5, max: 600 })
    expect((await revoke(high, 'super')).statusCode).toBe(200)
    expect(await values()).toEqual([10, 20, 31, 40, 50])
    const told = (
      await world.call('manager', 'GET', `quality/reviews?deviceid=${ids.air}&from=${hour}&to=${hour + HOUR}`)
    ).data as { id: number; value: number | null; factor: number | null; revoked_at: number | null }[]
    expect(told.find(({ id }) => id === one)).toMatchObject({ value: 30, factor: null, zero: null, revoked_at: null })
    expect(told.find(({ id }) => id === high)).toMatchObject({ value: null, factor: 2, zero: 0 })
  })

  it('count in the hourly means of the environment', async () => {
    const start = hour - 30 * HOUR
    for (let minute = 0; minute < 60; minute += 5) await push(start + minute * MINUTE, 40)
    await roll()
    await workOutAll(world.platform)
    await idOf(correct({ from: start, to: start + HOUR - 1, factor: 1.5 }))
    await roll()
    await workOutAll(world.platform)
    const row = await world.platform.storage.read
      .selectFrom('environmenthour')
      .select('means')
      .where('hour', '=', start)
      .executeTakeFirstOrThrow()
    expect(Object.values(JSON.parse(row.means) as object)).toEqual([[60, 60]])
  })

  it('are refused with two kinds at once, no or too large numbers, no reason, or no edit permission', async () => {
    expect((await correct({ value: 1, factor: 2 })).code).toBe(400)
    expect((await correct({ factor: 'half' })).code).toBe(400)
    // An hour's sum of such values exceeds every number, and then no hour of any device would be rolled up again.
    for (const given of [{ factor: 1e308 }, { zero: -1e308 }, { value: 1e308 }])
      expect((await correct(given)).code).toBe(400)
    expect((await correct({ factor: 2, reason: ' ' })).code).toBe(400)
    expect((await correct({})).code).toBe(400)
    expect((await correct({ factor: 2 }, 'watcher')).code).toBe(403)
    expect((await correct({ factor: 2 }, 'stranger')).code).toBe(404)
  })
})
