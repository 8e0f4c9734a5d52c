import { describe, expect, it } from 'vitest'
import { createEngine } from '../../server/alarms/engine.ts'
import { createJournal } from '../../server/alarms/journal.ts'
import { silentLog } from '../../server/log.ts'
import { LeaseLost, type Storage } from '../../server/storage/types.ts'
import { engines } from '../support/storage.ts'
import { ABOVE_100, ids } from '../support/world.ts'
import { openWorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const

/** An engine and a journal of their own over a world with a rule: above 100 is an alarm. `write` stands before each of the journal's writes. */
async function openEngine(engine: Storage['engine'], write: () => Promise<void> = async () => {}) {
  const world = await openWorldApp(engine)
  const { storage, registry, settings, alarms, ingest } = world.platform
  // Its own alarms would take part.
  await alarms.settled()
  await alarms.close()
  const rule = {
    ...ABOVE_100,
    enable: 1,
    alarm_msg: '',
    created_at: 0,
    updated_at: 0,
  }
  await storage.write((trx) => trx.insertInto('threshold').values(rule).execute())
  const lead = { leads: false }
  const journal = createJournal({
    storage,
    lead: () => (lead.leads ? { ...storage, write: (work) => write().then(() => storage.write(work)) } : null),
    registry,
    manner: { timeZone: settings.timeZone, language: settings.alarmLanguage, publicUrl: null },
    log: silentLog,
    written: () => {},
  })
  const own = await createEngine({ storage, registry, journal, log: silentLog })
  ingest.onCommitted((samples) => own.received(samples))
  return {
    world,
    own,
    journal,
    lead,
    begin: () => own.adopt(() => (lead.leads = true)),
    push: (value: number) => ingest.push([{ sn: '1869024001', values: { 1: value } }], trusted),
    records: () => storage.read.selectFrom('thresholdlog').select(['real_value', 'is_alarm']).execute(),
  }
}

describe.each(engines)('the beginning of a lead on %s', (engine) => {
  // A sample may come at any moment of it, also while what the leader before left is being read.
  it.each(['before', 'during', 'after'] as const)('writes an alarm once that fires %s it', async (when) => {
    const { world, own, journal, begin, push, records } = await openEngine(engine)
    const { storage, registry } = world.platform
    try {
      const device = registry.device(ids.air)
      const node = device?.nodes.get(ids.pm)
      if (!device || !node) throw new Error('the world has no such node')

      if (when === 'before') await push(150)
      const adopting = begin()
      // Without a wait: what is stored is still being read.
      if (when === 'during') own.received([{ device, node, value: 150, ts: Date.now() }])
      await adopting
      if (when === 'after') await push(150)
      await journal.settled()
      expect(await records()).toEqual([{ real_value: 150, is_alarm: 1 }])
      expect(await storage.read.selectFrom('alarmstate').select('state').execute()).toEqual([{ state: 2 }])
    } finally {
      await world.dispose()
    }
  })

  it('raises nothing of a sample that was under way when its device was stopped', async () => {
    const { world, own, journal, begin, records } = await openEngine(engine)
    const { storage, registry } = world.platform
    try {
      await begin()
      const device = registry.device(ids.air)
      const node = device?.nodes.get(ids.pm)
      if (!device || !node) throw new Error('the world has no such node')
      await storage.write((trx) =>
        trx.updateTable('device').set({ control_state: 1 }).where('id', '=', ids.air).execute(),
      )
      await registry.changed('device', ids.air)
      own.received([{ device, node, value: 150, ts: Date.now() }])
      await journal.settled()
      expect(await records()).toEqual([])
    } finally {
      await world.dispose()
    }
  })

  // One that was stopped wakes with all it missed before it notices that another leads.
  it('writes nothing that was found while the write before was being refused', async () => {
    let refuse = (): void => {}
    const refused = new Promise<never>((_, reject) => (refuse = () => reject(new LeaseLost('leader'))))
    let [isLost, hasBegun] = [true, false]
    const { world, journal, lead, begin, push, records } = await openEngine(engine, async () => {
      hasBegun = true
      if (isLost) await refused
    })
    try {
      await begin()
      await push(150)
      await expect.poll(() => hasBegun).toBe(true)
      await push(50)
      await push(160)
      refuse()
      await journal.settled()
      lead.leads = false
      isLost = false
      expect(await records()).toEqual([])
      await begin()
      await journal.settled()
      expect(await records()).toEqual([{ real_value: 160, is_alarm: 1 }])
    } finally {
      await world.dispose()
    }
  })
})
