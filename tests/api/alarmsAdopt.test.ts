import { describe, expect, it } from 'vitest'
import { createEngine } from '../../server/alarms/engine.ts'
import { createJournal } from '../../server/alarms/journal.ts'
import { silentLog } from '../../server/log.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const

describe.each(engines)('the beginning of a lead on %s', (engine) => {
  // A sample may come at any moment of it, also while what the leader before left is being read.
  it.each(['before', 'during', 'after'] as const)('writes an alarm once that fires %s it', async (when) => {
    const world = await openWorldApp(engine)
    const { storage, registry, settings, alarms, ingest } = world.platform
    try {
      // Its own alarms would take part.
      await alarms.settled()
      await alarms.close()
      const rule = {
        name: 'rule',
        project_id: 1,
        district_id: 2,
        device_list: String(ids.air),
        nodemap_id: ids.pm,
        com_oper: 0,
        params_x: 100,
        hold_time: 0,
        enable: 1,
        alarm_msg: '',
        created_at: 0,
        updated_at: 0,
      }
      await storage.write((trx) => trx.insertInto('threshold').values(rule).execute())
      let leads = false
      const journal = createJournal({
        storage,
        registry,
        manner: { timeZone: settings.timeZone, language: settings.alarmLanguage, publicUrl: null },
        log: silentLog,
        leads: () => leads,
        written: () => {},
      })
      const own = await createEngine({ storage, registry, journal, log: silentLog })
      ingest.onCommitted((samples) => own.received(samples))
      const fire = () => ingest.push([{ sn: '1869024001', values: { 1: 150 } }], trusted)
      const device = registry.device(ids.air)
      const node = device?.nodes.get(ids.pm)
      if (!device || !node) throw new Error('the world has no such node')

      if (when === 'before') await fire()
      const adopting = own.adopt(() => (leads = true))
      // Without a wait: what is stored is still being read.
      if (when === 'during') own.received([{ device, node, value: 150, ts: Date.now() }])
      await adopting
      if (when === 'after') await fire()
      await journal.settled()
      expect(await storage.read.selectFrom('thresholdlog').select(['real_value', 'is_alarm']).execute()).toEqual([
        { real_value: 150, is_alarm: 1 },
      ])
      expect(await storage.read.selectFrom('alarmstate').select('state').execute()).toEqual([{ state: 2 }])
    } finally {
      await world.dispose()
    }
  })
})
