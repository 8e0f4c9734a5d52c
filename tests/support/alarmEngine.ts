import { createEngine } from '../../server/alarms/engine.ts'
import { createJournal } from '../../server/alarms/journal.ts'
import { silentLog } from '../../server/log.ts'
import type { Storage } from '../../server/storage/types.ts'
import { ABOVE_100, ids, openWorld } from './world.ts'

export const MINUTE = 60_000
const HOUR = 60 * MINUTE
const trusted = { kind: 'trusted' } as const
export const SN = { air: '1869024001', level: '1869024002' }

/** An engine and a journal of their own over a world with a rule: above 100 is an alarm. `write` stands before each of the journal's writes. */
export async function openEngine(
  engine: Storage['engine'],
  write: () => Promise<void> = async () => {},
  more: object = {},
) {
  const world = await openWorld(engine)
  const { storage, registry, ingest } = world
  const rule = {
    ...ABOVE_100,
    enable: 1,
    alarm_msg: '',
    created_at: 0,
    updated_at: 0,
    ...more,
  }
  const addRule = (): Promise<{ id: number }> =>
    storage.write((trx) => trx.insertInto('threshold').values(rule).returning('id').executeTakeFirstOrThrow())
  const { id } = await addRule()
  const lead = { leads: false }
  const journal = createJournal({
    storage,
    lead: () => (lead.leads ? { ...storage, write: (work) => write().then(() => storage.write(work)) } : null),
    registry,
    manner: { timeZone: 'Asia/Shanghai', language: 'zhCN', publicUrl: null },
    log: silentLog,
    written: () => {},
  })
  const create = (hears = true) =>
    createEngine({ storage, registry, journal, log: silentLog, heard: Date.now() - HOUR, hears })
  const own = await create()
  ingest.onCommitted((samples) => own.received(samples))
  const device = registry.device(ids.air)
  const node = device?.nodes.get(ids.pm)
  if (!device || !node) throw new Error('the world has no such node')
  return {
    world,
    own,
    journal,
    lead,
    create,
    addRule,
    rule: id,
    sample: (value: number, ts = Date.now()) => ({ device, node, value, ts }),
    /** A value that another process took and nobody has judged. */
    leave: (value: number, ts: number) =>
      storage.write((trx) =>
        trx
          .insertInto('alarminbox')
          .values({ id: 'a', received_at: ts, samples: JSON.stringify([ids.air, ids.pm, ts, value]) })
          .execute(),
      ),
    begin: (of = own) => of.adopt(() => (lead.leads = true)),
    push: (value: number) => ingest.push([{ sn: SN.air, values: { 1: value } }], trusted),
    /** Changes the rule, without a wait for what becomes of it. */
    async setRule(row: object): Promise<void> {
      await storage.write((trx) => trx.updateTable('threshold').set(row).where('id', '=', id).execute())
      await own.changed('threshold', id)
    },
    records: () => storage.read.selectFrom('thresholdlog').select(['real_value', 'is_alarm']).orderBy('id').execute(),
    states: () => storage.read.selectFrom('alarmstate').select('state').execute(),
  }
}
