import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../resources/kit/zone.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { HOUR, hourStart } from '../../server/storage/dirtyHours.ts'
import { hashCredential } from '../../server/telemetry/sources.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const SN = '1869024001'
/** Quality tests as bits: range, and the device's own mark. */
const [RANGE, STATION] = [1, 16]

describe.each(engines)('marks that a device sends with its values on %s', (engine) => {
  let world: WorldApp
  /** Start of the hour that the current test uses. */
  let t = hourStart(Date.now()) - 200 * HOUR
  beforeAll(async () => {
    world = await openWorldApp(engine)
    const credential = { token_hash: hashCredential('own'), device_id: ids.air, gateway_id: null }
    await world.platform.storage.write(async (trx) => {
      await trx
        .insertInto('credential')
        .values({ ...credential, created_at: 0, revoked_at: null })
        .execute()
      await trx.updateTable('node').set({ qc_suspect_high: 80 }).where('id', '=', 1).execute()
    })
    await world.platform.registry.changed('node', 1)
  })
  beforeEach(() => void (t += 3 * HOUR))
  afterAll(() => world.dispose())

  const send = async (items: object[]) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/v1/telemetry',
      headers: { 'content-type': 'application/json', 'accept-language': 'en', authorization: 'Bearer own' },
      payload: JSON.stringify(items.map((item) => ({ sn: SN, ...item }))),
    })
    return answer.json<{ data: { accepted: number; rejected: { key: string | null; reason: string }[] }[] }>().data
  }
  const rows = (table: 'historyflag' | 'hj212mark') =>
    world.platform.storage.read
      .selectFrom(table)
      .selectAll()
      .where('device_id', '=', ids.air)
      .where('ts', '>=', t)
      .where('ts', '<', t + HOUR)
      .orderBy('ts')
      .orderBy('nodemap_id')
      .execute()
  const flags = async () =>
    (await rows('historyflag')).map((row) => {
      const { nodemap_id, ts, flag, tests } = row as unknown as Record<string, number>
      return [nodemap_id, ((ts ?? 0) - t) / MINUTE, flag, tests]
    })
  const roll = () => rollUp(world.platform.storage, { before: hourStart(Date.now()) })

  it('are listed in capabilities, set flags when values are stored, and keep them after the rollup', async () => {
    const { data } = await world.call('manager', 'GET', 'capabilities')
    expect((data as { extensions: string[] }).extensions).toContain('telemetry-marks')
    const outcome = await send([
      { t, values: { 1: 10, 2: 20 }, mark: 'c' },
      { t: t + MINUTE, values: { 1: 11, 2: 21 }, mark: { 1: 'T' } },
      { t: t + 2 * MINUTE, values: { 1: 12, 2: 22 }, mark: 'N' },
      { t: t + 3 * MINUTE, values: { 1: 90, 2: 23 }, mark: { 1: 'M', 2: null } },
      { t: t + 4 * MINUTE, values: { 1: 13 } },
    ])
    expect(outcome.map(({ accepted, rejected }) => [accepted, rejected])).toEqual([
      [2, []],
      [2, []],
      [2, []],
      [2, []],
      [1, []],
    ])
    const expected = [
      [ids.pm, 0, 4, STATION],
      [ids.temperature, 0, 4, STATION],
      [ids.pm, 1, 3, STATION],
      [ids.pm, 3, 4, STATION | RANGE],
    ]
    expect(await flags()).toEqual(expected)
    await roll()
    expect(await flags()).toEqual(expected)
    const rollup = world.platform.storage.read.selectFrom('rollup').select(['min', 'max', 'count'])
    expect(
      await rollup
        .where('device_id', '=', ids.air)
        .where('nodemap_id', '=', ids.pm)
        .where('hour', '=', t)
        .executeTakeFirst(),
    ).toEqual({ min: 12, max: 13, count: 2 })
    // The values are stored as they came.
    const history = world.platform.storage.read.selectFrom('history').select('value').where('device_id', '=', ids.air)
    const values = await history.where('nodemap_id', '=', ids.pm).where('ts', '>=', t).orderBy('ts').execute()
    expect(values.map(({ value }) => value)).toEqual([10, 11, 12, 90, 13])
    const told = (await world.call('manager', 'GET', `hj212/${ids.air}/marks?from=${t}&to=${t + HOUR}`)).data
    expect(told).toHaveLength(4)
  })

  it('are rejected with the whole item or with the key when they are unknown', async () => {
    const outcome = await send([
      { t, values: { 1: 1 }, mark: 'X' },
      { t, values: { 1: 1 }, mark: 7 },
      { t, values: { 1: 1 }, mark: ['C'] },
      { t, values: { 1: 1, 2: 2 }, mark: { 1: 'maintenance', __proto__: 'C', 99: 'C' } },
    ])
    const reason = 'error.telemetry.mark'
    expect(
      outcome.map(({ accepted, rejected }) => [accepted, rejected.map(({ key, reason }) => [key, reason])]),
    ).toEqual([
      [0, [[null, reason]]],
      [0, [[null, reason]]],
      [0, [[null, reason]]],
      [1, [['1', reason]]],
    ])
    expect(await rows('hj212mark')).toEqual([])
  })

  it('apply only to the first value of a timestamp, and the last one counts', async () => {
    await send([{ t, values: { 1: 10 } }])
    // A differing value is a revision: its mark does not apply to the stored value.
    await send([{ t, values: { 1: 99 }, mark: 'M' }])
    expect(await flags()).toEqual([])
    await send([{ t, values: { 1: 10 }, mark: 'D' }])
    expect(await flags()).toEqual([[ids.pm, 0, 4, STATION]])
    await send([{ t, values: { 1: 10 }, mark: 'T' }])
    await roll()
    expect(await flags()).toEqual([[ids.pm, 0, 3, STATION]])
  })

  it('prevent their values from raising and from ending an alarm', async () => {
    const rule = {
      name: 'rule',
      project_id: 1,
      district_id: 2,
      device_list: String(ids.air),
      nodemap_id: ids.pm,
      com_oper: 0,
      params_x: 70,
      hold_time: 0,
      alarm_interval: 5,
      enable: 1,
      alarm_msg: 'x',
      created_at: 0,
      updated_at: 0,
    }
    const { id } = await world.platform.storage.write((trx) =>
      trx.insertInto('threshold').values(rule).returning('id').executeTakeFirstOrThrow(),
    )
    await world.platform.registry.changed('threshold', id)
    const alarms = async () => {
      await world.platform.alarms.settled()
      return world.platform.storage.read.selectFrom('thresholdlog').select(['real_value', 'is_alarm']).execute()
    }
    const now = Date.now()
    await send([{ t: now - 2000, values: { 1: 75 }, mark: 'C' }])
    expect(await alarms()).toEqual([])
    await send([{ t: now - 1000, values: { 1: 76 } }])
    expect(await alarms()).toEqual([{ real_value: 76, is_alarm: 1 }])
    await send([{ t: now - 500, values: { 1: 10 }, mark: 'C' }])
    expect(await alarms()).toEqual([{ real_value: 76, is_alarm: 1 }])
    await send([{ t: now, values: { 1: 10 } }])
    expect(await alarms()).toEqual([{ real_value: 76, is_alarm: 0 }])
  })
})
