import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workOutAll } from '../../server/environment/job.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { engines } from '../support/storage.ts'
import { ABOVE_100, ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const SN = '1869024001'
const HOUR = 3_600_000
const MINUTE = 60_000

interface History {
  newObj: Record<string, { min: number; avg: number }>
  marks: { value: number; mark: string }[]
}
interface Row {
  parts: Record<string, { value: number | null; index: number | null }>
}

describe.each(engines)('no-value code on %s', (engine) => {
  let world: WorldApp
  const hour = Math.floor(Date.now() / HOUR) * HOUR - 3 * HOUR
  beforeAll(async () => {
    world = await openWorldApp(engine)
    const { storage, registry, schedules } = world.platform
    await schedules.close()
    await storage.write(async (trx) => {
      await trx
        .updateTable('node')
        .set({ min_value: 0, max_value: 1000, range_factor: null })
        .where('id', '=', 1)
        .execute()
      await trx.updateTable('nodemap').set({ key_msg: 'a34004' }).where('id', '=', ids.pm).execute()
      await trx.updateTable('device').set({ acquisition_cycle: 60, save_cycle: -1 }).where('id', '=', ids.air).execute()
    })
    for (const table of ['node', 'nodemap', 'device']) await registry.changed(table, null)
  })
  afterAll(() => world.dispose())
  const push = (t: number, value: number) =>
    world.platform.ingest.push([{ sn: SN, t, values: { 1: value } }], { kind: 'device', id: ids.air })
  const workOut = async () => {
    await rollUp(world.platform.storage, { before: Date.now() })
    await workOutAll(world.platform)
  }
  const told = async (at: number) =>
    (await world.call('manager', 'GET', `godbAllHistoricaldataByIdToJson/${ids.air}/${at}/${at + HOUR - 1}`))
      .data as History
  const airOf = async (at: number) => {
    const [row] = (await world.call('super', 'GET', `environment?at=${at + HOUR + 1000}&deviceid=${ids.air}`))
      .data as unknown as Row[]
    return row?.parts['pm25']
  }

  it('is excluded from the mean and the index of an hour, and returned as a mark', async () => {
    for (let minute = 0; minute < 60; minute++) await push(hour + minute * MINUTE, minute % 10 === 7 ? -999 : 40)
    await workOut()
    const { newObj, marks } = await told(hour)
    expect(newObj[ids.pm]).toMatchObject({ min: 40, avg: 40 })
    expect(marks.map(({ value }) => value)).toEqual(Array.from({ length: 6 }, () => -999))
    expect(await airOf(hour)).toMatchObject({ value: 40 })
    expect((await airOf(hour))?.index).toBeGreaterThan(0)
  })

  it('becomes no live value and raises no alarm, for any of −999, −1000.99, 65535 and 32767', async () => {
    const { storage, registry, alarms } = world.platform
    const outside = { ...ABOVE_100, com_oper: 7, params_x: 0, params_y: 1000, alarm_msg: 'x', enable: 1 }
    await storage.write((trx) =>
      trx
        .insertInto('threshold')
        .values({ ...outside, created_at: 0, updated_at: 0 })
        .execute(),
    )
    await registry.changed('threshold', null)
    const now = Date.now()
    await push(now - 2000, 40)
    for (const [i, value] of [-999, -1000.99, 65_535, 32_767].entries()) await push(now - 1000 + i, value)
    const node = world.platform.registry.device(ids.air)?.nodes.get(ids.pm)
    expect(node?.last?.value).toBe(40)
    expect(node?.marked?.value).toBe(32_767)
    await alarms.settled()
    expect(await storage.read.selectFrom('thresholdlog').selectAll().execute()).toEqual([])
  })

  it('within the measuring range is recognised only when the node’s no_value lists it', async () => {
    const set = async (no_value: string | null) => {
      await world.platform.storage.write((trx) =>
        trx.updateTable('node').set({ no_value }).where('id', '=', 1).execute(),
      )
      await world.platform.registry.changed('node', 1)
    }
    const at = hour - HOUR
    await set('888, 500')
    await push(at, 500)
    await push(at + 1, 501)
    await set(null)
    await push(at + 2, 888)
    const { newObj, marks } = await told(at)
    expect(marks).toMatchObject([{ value: 500, mark: 'novalue' }])
    expect(newObj[ids.pm]).toMatchObject({ min: 501, avg: 694.5 })
  })

  it('does not include −2, which counts as 0 in the hour’s index, but includes a −999 stored earlier', async () => {
    const at = hour + HOUR
    for (let minute = 0; minute < 60; minute++) await push(at + minute * MINUTE, minute % 2 === 0 ? -2 : 40)
    // As an older version stored it.
    await world.platform.storage.storeSamples({
      device_id: [ids.air],
      nodemap_id: [ids.pm],
      ts: [at + 1],
      value: [-999],
      save: [1],
    })
    await workOut()
    expect(await airOf(at)).toMatchObject({ value: 20 })
    expect((await told(at)).marks).toEqual([])
  })
})
