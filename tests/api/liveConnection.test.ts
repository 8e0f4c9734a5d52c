import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectionJob, connectionRecord } from '../../server/telemetry/connection.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'
import { ids, openWorld, type World } from '../support/world.ts'
import { openWorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const
const soon = { timeout: upTo(15_000), interval: 20 }

describe.each(engines)('connection record on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(engine)
  })
  afterAll(() => world.dispose())

  it('records each change to online or offline once, also across a restart', async () => {
    const { storage, registry, ingest } = world
    const sweep = await connectionRecord({ storage, registry })
    const rows = () =>
      storage.read.selectFrom('deviceonline').select(['device_id', 'time', 'state']).orderBy('id').execute()
    await sweep()
    expect(await rows()).toEqual([])
    const t = Date.now() - 60_000
    await ingest.push([{ sn: '1869024001', t, values: { 1: 1 } }], trusted)
    await sweep()
    await sweep()
    expect(await rows()).toEqual([{ device_id: ids.air, time: t, state: 1 }])

    const again = await connectionRecord({ storage, registry })
    await again()
    expect(await rows()).toHaveLength(1)
    await storage.write((trx) => trx.updateTable('device').set({ over_time: 20 }).where('id', '=', ids.air).execute())
    await registry.changed('device', ids.air)
    await again()
    expect((await rows())[1]).toEqual({ device_id: ids.air, time: t + 20_000, state: 0 })
  })

  it('reloads the last recorded state each time its process becomes leader', async () => {
    const { storage, registry, ingest } = world
    const job = connectionJob({ storage, registry })
    const rows = () =>
      storage.read.selectFrom('deviceonline').select('state').where('device_id', '=', ids.level).orderBy('id').execute()
    await ingest.push([{ sn: '1869024002', values: { 1: 1 } }], trusted)
    for (let time = 0; time < 2; time++) {
      const abort = new AbortController()
      const run = job.run(abort.signal)
      await vi.waitFor(async () => expect(await rows()).toHaveLength(1 + 2 * time), soon)
      abort.abort()
      await run
      // Another process led meanwhile, and recorded that the device went offline.
      if (time === 0)
        await storage.write((trx) =>
          trx.insertInto('deviceonline').values({ device_id: ids.level, time: Date.now(), state: 0 }).execute(),
        )
    }
    expect(await rows()).toEqual([{ state: 1 }, { state: 0 }, { state: 1 }])
  })

  // That the platform runs this job asks the database nothing new, and has to wait for a sweep.
  if (engine !== 'sqlite') return
  it(
    'is written by the running platform',
    async () => {
      const { platform, dispose } = await openWorldApp(engine)
      await platform.ingest.push([{ sn: '1869024001', values: { 1: 1 } }], trusted)
      const rows = () => platform.storage.read.selectFrom('deviceonline').select(['device_id', 'state']).execute()
      await vi.waitFor(async () => expect(await rows()).toEqual([{ device_id: ids.air, state: 1 }]), soon)
      await dispose()
    },
    upTo(30_000),
  )
})
