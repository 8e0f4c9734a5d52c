import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { POLLUTANTS } from '../../resources/pollutants.ts'
import { workOutAll } from '../../server/environment/job.ts'
import { pastVerdicts } from '../../server/environment/pastVerdicts.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { keepMeasures } from '../../server/live/measures.ts'
import { HOUR } from '../../server/storage/dirtyHours.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const MINUTE = 60_000
const DAY = 24 * HOUR

describe.each(engines)('water sampled every four hours on %s', (engine) => {
  let world: WorldApp
  const start = Math.floor(Date.now() / DAY) * DAY - 3 * DAY
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.schedules.close()
    const { storage, registry } = world.platform
    const pollutant = POLLUTANTS.find(({ key }) => key === 'cod')?.value ?? null
    await storage.write((trx) =>
      trx.updateTable('node').set({ pollutant, unitname: 'mg/L' }).where('id', '=', 1).execute(),
    )
    await registry.changed('node', 1)
    await storage.storeSamples({
      device_id: [ids.air, ids.air],
      nodemap_id: [ids.pm, ids.pm],
      ts: [start + 10 * MINUTE, start + 4 * HOUR + 10 * MINUTE],
      value: [25, 12],
      save: [1, 1],
    })
    await rollUp(storage, { before: Date.now() })
    await workOutAll(world.platform)
  })
  afterAll(() => world.dispose())

  const rowAt = async (at: number) => {
    const { data } = await world.call('manager', 'GET', `environment?deviceid=${ids.air}&medium=water&at=${at}`)
    return (data as object[])[0]
  }

  it.each([
    ['the hour of the sample', 1, { level: 4, at: 1 }],
    ['hours after the sample', 4, { level: 4, at: 1 }],
    ['after a newer sample', 5, { level: 1, at: 5 }],
    ['less than six hours after the hour of the sample', 10.5, { level: 1, at: 5 }],
    ['no class six hours after the hour of the sample', 11, { level: null, at: 11 }],
    ['no class before the first sample', 0, { level: null, at: 0 }],
  ])('has the class of its newest sample: %s', async (_, hours, { level, at }) => {
    const row = await rowAt(start + hours * HOUR)
    expect(row).toMatchObject({ medium: 'water', level, at: start + at * HOUR, coverage: level === null ? 0 : 0.02 })
  })

  it('has the same class in pastVerdicts for alarms', async () => {
    const { storage, registry } = world.platform
    const measures = await keepMeasures(storage, registry)()
    const asked = [0.5, 3.5, 6, 12].map((hours) => ({
      device_id: ids.air,
      nodemap_id: ids.pm,
      at: start + hours * HOUR,
    }))
    const found = await pastVerdicts(world.platform, measures, asked)
    expect(found.map((verdict) => verdict?.level)).toEqual([undefined, 4, 1, undefined])
  })
})
