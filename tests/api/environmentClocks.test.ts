import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const MINUTE = 60_000
const START = Date.parse('2026-11-01T00:00:00-04:00')

describe.each(engines)('environment days around a clock change on %s', (engine) => {
  let world: WorldApp
  beforeAll(async () => {
    world = await openWorldApp(engine, { TIME_ZONE: 'America/New_York', LATE_DAYS: '4000', RETENTION_DAYS: '4000' })
    const { platform } = world
    await platform.storage.write(async (trx) => {
      await trx.updateTable('nodemap').set({ key_msg: 'a34004' }).where('id', '=', ids.pm).execute()
      await trx
        .updateTable('device')
        .set({ acquisition_cycle: 300, save_cycle: -1 })
        .where('id', '=', ids.air)
        .execute()
    })
    await platform.registry.changed('nodemap', null)
    await platform.registry.changed('device', ids.air)
  })
  afterAll(() => world.dispose())

  it('have a coverage relative to 25 hours, and their neighbours relative to 24', async () => {
    await world.platform.storage.write((trx) =>
      trx
        .insertInto('environmentday')
        .values(
          [
            { day: '2026-10-31', hours: 12 },
            { day: '2026-11-01', hours: 25 },
            { day: '2026-11-02', hours: 24 },
            { day: '2026-11-03', hours: 6 },
          ].map((row, at) => ({
            device_id: ids.air,
            medium: 'air',
            start: START + at * 24 * 60 * MINUTE,
            standard: 'HJ 633-2012',
            scheme: 'HJ633',
            idx: 40,
            level: 1,
            main: '',
            ...row,
          })),
        )
        .execute(),
    )
    const shares = async (from: string, to: string) => {
      const [start, end] = [Date.parse(`${from}T12:00:00Z`), Date.parse(`${to}T12:00:00Z`)]
      const { data } = await world.call('super', 'GET', `environment/days?deviceid=${ids.air}&from=${start}&to=${end}`)
      return (data as { days: [string, ...unknown[]][] }[])[0]?.days.map((day) => day[4])
    }
    expect(await shares('2026-10-31', '2026-11-03')).toEqual([0.5, 1, 1, 0.25])
    expect(await shares('2026-11-02', '2026-11-03')).toEqual([1, 0.25])
    const span = `from=${Date.parse('2026-10-31T12:00:00Z')}&to=${Date.parse('2026-11-03T12:00:00Z')}`
    const { data } = await world.call('super', 'GET', `environment/days?sum=1&deviceid=${ids.air}&${span}`)
    expect(data).toMatchObject([{ coverage: 0.6875, judged: 4 }])
  })
})
