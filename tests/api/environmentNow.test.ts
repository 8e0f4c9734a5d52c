import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR, hourStart } from '../../server/storage/dirtyHours.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

interface Row {
  deviceid: number
  value?: number | null
  measures?: number
  parts?: Record<string, { value: number | null }>
}

describe.each(engines)('GET /v1/environment after changes on %s', (engine) => {
  let world: WorldApp
  /** The hour is named in the request, because the clock may reach the next hour while the test runs. */
  const at = hourStart(Date.now())
  const hour = at - HOUR
  const storage = () => world.platform.storage
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.schedules.close()
    await storage().write((trx) =>
      trx.updateTable('node').set({ pollutant: 1, unitname: 'µg/m³' }).where('id', '=', 1).execute(),
    )
    await world.platform.registry.changed('node', 1)
  })
  afterAll(() => world.dispose())
  beforeEach(() => storage().write((trx) => trx.deleteFrom('environmenthour').execute()))

  const put = (device_id: number, pm25: number, back = 0) =>
    storage().write((trx) =>
      trx
        .insertInto('environmenthour')
        .values({ hour: hour - back * HOUR, medium: 'air', device_id, means: JSON.stringify({ pm25: [pm25, 60] }) })
        .onConflict((conflict) =>
          conflict.columns(['hour', 'medium', 'device_id']).doUpdateSet((eb) => ({ means: eb.ref('excluded.means') })),
        )
        .execute(),
    )
  const ask = async (user: 'super' | 'manager' | 'watcher' | 'stranger', query = ''): Promise<Row[]> =>
    (await world.call(user, 'GET', `environment?at=${at}${query}`)).data
  const choose = async (air_scheme: number | null) => {
    await storage().write((trx) => trx.updateTable('project').set({ air_scheme }).where('id', '=', 1).execute())
    await world.platform.registry.changed('project', 1)
  }
  /** PM2.5 values by device. */
  const told = async (user: 'super' | 'manager' | 'watcher' | 'stranger') =>
    Object.fromEntries((await ask(user)).map(({ deviceid, parts }) => [deviceid, parts?.['pm25']?.value ?? null]))

  it('returns recalculated, added and removed hours at once', async () => {
    await put(ids.air, 20)
    await put(ids.level, 30)
    const none = { [ids.disabled]: null }
    expect(await told('manager')).toEqual({ [ids.air]: 20, [ids.level]: 30, ...none })
    await put(ids.air, 50)
    expect(await told('manager')).toEqual({ [ids.air]: 50, [ids.level]: 30, ...none })
    expect(await told('manager')).toEqual({ [ids.air]: 50, [ids.level]: 30, ...none })
    await put(ids.disabled, 70)
    expect(await told('manager')).toEqual({ [ids.air]: 50, [ids.level]: 30, [ids.disabled]: 70 })
    await storage().write((trx) => trx.deleteFrom('environmenthour').where('device_id', '=', ids.level).execute())
    expect(await told('manager')).toEqual({ [ids.air]: 50, [ids.level]: null, [ids.disabled]: 70 })
  })

  it('returns each caller’s own stations, with and without parts, in any order of callers', async () => {
    for (const [place, device] of [ids.air, ids.level, ids.other, ids.disabled].entries()) await put(device, 10 + place)
    const own = {
      super: { [ids.air]: 10, [ids.level]: 11, [ids.other]: 12, [ids.disabled]: 13 },
      manager: { [ids.air]: 10, [ids.level]: 11, [ids.disabled]: 13 },
      watcher: { [ids.level]: 11 },
      stranger: { [ids.other]: 12 },
    } as const
    const users = ['super', 'manager', 'watcher', 'stranger'] as const
    for (const user of [...users, ...users.toReversed()]) {
      expect(await told(user)).toEqual(own[user])
      const brief = await ask(user, '&parts=none')
      expect(brief.map(({ deviceid }) => String(deviceid)).toSorted()).toEqual(Object.keys(own[user]))
      expect(brief.some((row) => 'parts' in row)).toBe(false)
    }
    expect(await ask('super', '&medium=water')).toEqual([])
  })

  it('uses previous hours as they are now if the index scheme has NowCast', async () => {
    await choose(2)
    for (const back of [0, 1, 2]) await put(ids.level, 10, back)
    expect(await told('watcher')).toEqual({ [ids.level]: 10 })
    await put(ids.level, 40, 1)
    // NowCast: each hour weighs twice as much as the one before it.
    expect(await told('watcher')).toEqual({ [ids.level]: 18.5714 })
    await choose(null)
    expect(await told('watcher')).toEqual({ [ids.level]: 10 })
  })

  it('updates the number of measured pollutants at once, also for a station without data', async () => {
    const second = async (pollutant: number | null, unitname: string) => {
      await storage().write((trx) => trx.updateTable('node').set({ pollutant, unitname }).where('id', '=', 2).execute())
      await world.platform.registry.changed('node', 2)
    }
    const measures = async () => {
      const rows = [...(await ask('watcher')), ...(await ask('watcher', '&parts=none'))]
      return rows.map((row) => row.measures)
    }
    expect(await measures()).toEqual([1, 1])
    await second(5, 'mg/m³')
    expect(await measures()).toEqual([2, 2])
    // The European index has no carbon monoxide; nitrogen dioxide in its place does not lengthen the model.
    await choose(3)
    expect(await measures()).toEqual([1, 1])
    await second(4, 'µg/m³')
    expect(await measures()).toEqual([2, 2])
    await second(null, '℃')
    await choose(null)
    expect(await measures()).toEqual([1, 1])
  })
})
