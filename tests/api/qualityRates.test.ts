import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zoneOf } from '../../resources/kit/zone.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { qualityDays } from '../../server/storage/migrations/0049-quality-days.ts'
import { HOUR, hourStart } from '../../server/storage/dirtyHours.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const SN = '1869024001'
const MINUTE = 60_000
const DAY = 24 * HOUR

describe.each(engines)('data quality rates on %s', (engine) => {
  let world: WorldApp
  const now = hourStart(Date.now())
  const start = now - 80 * DAY
  beforeAll(async () => {
    world = await openWorldApp(engine, { TIME_ZONE: 'Asia/Shanghai' })
    await world.platform.storage.write((trx) =>
      trx.updateTable('node').set({ qc_fail_high: 100 }).where('id', '=', 1).execute(),
    )
    await world.platform.registry.changed('node', 1)
    // Some hours of every day, one value in four failing, every seventh day without values.
    for (let day = 0; day < 79; day++) {
      if (day % 7 === 3) continue
      const items = [0, 5, 15, 16, 17, 23].flatMap((hour) =>
        [0, 20, 40, 59].map((minute) => ({
          sn: SN,
          t: start + day * DAY + hour * HOUR + minute * MINUTE,
          values: { 1: minute === 20 ? 150 : day },
        })),
      )
      await world.platform.ingest.push(items, { kind: 'trusted', by: day % 2 === 0 ? 'import' : 'station' })
    }
    await roll()
  })
  afterAll(() => world.dispose())

  const roll = () => rollUp(world.platform.storage, { before: hourStart(Date.now()) })
  type Row = { month: string; received: number; intime: number; valid: number; nodemapid: number }
  const rates = async (from: number, to: number) =>
    ((await world.call('manager', 'GET', `quality?deviceid=${ids.air}&from=${from}&to=${to}`)).data as Row[])
      .filter(({ nodemapid }) => nodemapid === ids.pm)
      .map(({ month, received, intime, valid }) => ({ month, received, intime, valid }))
  /** The same rates, computed from the samples themselves. */
  const counted = async (from: number, to: number) => {
    const zone = zoneOf(world.platform.settings.timeZone)
    const samples = await world.platform.storage.read
      .selectFrom('history')
      .select(['ts', 'value'])
      .where('device_id', '=', ids.air)
      .where('ts', '>=', from)
      .where('ts', '<=', to)
      .execute()
    const months = new Map<string, { month: string; received: number; intime: number; valid: number }>()
    for (let at = from; at <= to; at += HOUR) {
      const month = zone.day(at).slice(0, 7)
      months.set(month, { month, received: 0, intime: 0, valid: 0 })
    }
    for (const { ts, value } of samples) {
      const row = months.get(zone.day(hourStart(ts)).slice(0, 7))
      if (!row) throw new Error('a sample of no month')
      row.received++
      if (value <= 100) row.valid++
      const day = Math.floor((ts - start) / DAY)
      if (day % 2 === 0) row.intime++
    }
    return [...months.values()]
  }

  it.each([
    ['the whole period', start, now - 1],
    ['some hours within one day', start + 3 * DAY + 5 * HOUR, start + 3 * DAY + 9 * HOUR - 1],
    ['two months, with partial first and last days', start + 5 * HOUR, start + 61 * DAY + 17 * HOUR - 1],
    ['whole days of UTC', Math.ceil(start / DAY) * DAY, Math.ceil(start / DAY) * DAY + 9 * DAY - 1],
  ])('match the counts of the samples: %s', async (_, from, to) => {
    const told = await rates(from, to)
    expect(told).toEqual(await counted(from, to))
    expect(told.some(({ valid, received }) => received > 0 && valid < received)).toBe(
      told.some(({ received }) => received > 0),
    )
  })

  it('include late values both before and after their rollup', async () => {
    const at = start + 40 * DAY + 30 * MINUTE
    await world.platform.ingest.push(
      [
        { sn: SN, t: at, values: { 1: 7 } },
        { sn: SN, t: at + MINUTE, values: { 1: 300 } },
        { sn: SN, t: at + 8 * HOUR, values: { 1: 7 } },
      ],
      { kind: 'trusted', by: 'import' },
    )
    const wanted = await counted(start, now - 1)
    expect((await rates(start, now - 1)).map(({ received }) => received)).toEqual(
      wanted.map(({ received }) => received),
    )
    await roll()
    expect(await rates(start, now - 1)).toEqual(wanted)
  })

  it('start with the first whole hour after the device was registered', async () => {
    const { storage } = world.platform
    const registered = (at: number) =>
      storage.write((trx) => trx.updateTable('device').set({ created_at: at }).where('id', '=', ids.air).execute())
    await registered(start + 10 * DAY + 5 * HOUR + 1)
    const some = (rows: { received: number }[]) => rows.filter(({ received }) => received > 0)
    expect(some(await rates(start, now - 1))).toEqual(some(await counted(start + 10 * DAY + 6 * HOUR, now - 1)))
    await registered(0)
  })

  it('are unchanged when the qualityday table is rebuilt by its migration', async () => {
    const { storage } = world.platform
    const kept = () =>
      storage.read
        .selectFrom('qualityday')
        .selectAll()
        .orderBy('device_id')
        .orderBy('day')
        .orderBy('nodemap_id')
        .execute()
    const before = await kept()
    expect(before.length).toBeGreaterThan(60)
    await storage.write(async (trx) => {
      await sql`drop table qualityday`.execute(trx)
      await qualityDays(trx, engine)
    })
    expect(await kept()).toEqual(before)
  })

  it('include all nodes of a device that never sent data, but no silent nodes of one that did', async () => {
    const { storage, registry } = world.platform
    const register = async (of: object) => {
      await storage.write((trx) => trx.updateTable('device').set(of).where('id', '=', ids.level).execute())
      await registry.changed('device', ids.level)
    }
    const [from, to] = [now - 10 * HOUR, now - 1]
    const ask = async (query: string) =>
      (await world.call('manager', 'GET', `quality?${query}&from=${from}&to=${to}`)).data as object[]
    const own = `deviceid=${ids.level}`
    // A value every five minutes, registered six hours ago.
    await register({ created_at: now - 6 * HOUR })
    const rows = await ask(own)
    expect(rows.length).toBeGreaterThanOrEqual(3)
    const dead = { silent: 1, received: 0, valid: 0, transmission: 0, validity: 0, gaps: null }
    for (const row of rows) expect(row).toMatchObject({ deviceid: ids.level, ...dead })
    const expected = (rows as { expected: number }[]).reduce((sum, row) => sum + row.expected, 0)
    expect(expected).toBe(3 * 72)
    const summed = (await ask(`${own}&sum=1`)) as { expected: number; transmission: number }[]
    expect(summed.reduce((sum, row) => sum + row.expected, 0)).toBe(expected)
    expect(summed.map(({ transmission }) => transmission)).toEqual(summed.map(() => 0))
    await register({ control_state: 1 })
    expect(await ask(own)).toEqual([])
    await register({ control_state: 0 })
    // The station has nodes for which it has no sensor, but it sends data.
    const named = async (query: string) =>
      new Set(((await ask(query)) as Row[]).map(({ nodemapid, received }) => `${nodemapid} ${received}`))
    expect(await named(`deviceid=${ids.air}`)).toEqual(new Set([`${ids.pm} 0`]))
    await world.platform.ingest.push([{ sn: '1869024002', t: Date.now() - 1000, values: { 1: 7 } }], {
      kind: 'device',
      id: ids.level,
    })
    expect(await named(own)).toEqual(new Set([`${ids.pm} 0`]))
    for (const row of await ask(own)) expect(row).toMatchObject({ silent: 0 })
  })
})
