import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { ROOT_AREA } from '../../resources/area.ts'
import { createEngine } from '../../server/alarms/engine.ts'
import { createJournal } from '../../server/alarms/journal.ts'
import { silentLog } from '../../server/log.ts'
import { readCatalogue } from '../../server/storage/catalogue.ts'
import type { AnyTables, Storage } from '../../server/storage/types.ts'
import { openTestStorage } from './storage.ts'
import { ABOVE_100, fillWorld, ids, telemetryOn } from './world.ts'

export const MINUTE = 60_000
const HOUR = 60 * MINUTE
const trusted = { kind: 'trusted' } as const
export const SN = { air: '1869024001', level: '1869024002' }

/** Those of `tables` that hold rows. */
async function filledOf(trx: Transaction<AnyTables>, tables: readonly string[]): Promise<string[]> {
  const each = tables.map(
    (table) => sql`select ${sql.lit(table)} as name where exists (select 1 from ${sql.table(table)})`,
  )
  const { rows } = await sql<{ name: string }>`${sql.join(each, sql` union all `)}`.execute(trx)
  return rows.map(({ name }) => name)
}

/**
 * Records which tables of a database already hold rows, and returns a function that deletes everything a world adds.
 */
async function emptierOf(storage: Storage): Promise<() => Promise<void>> {
  const [tables, made] = await storage.writeAny(async (trx) => {
    const catalogue = await readCatalogue(trx, storage.engine)
    // SQLite maintains its own counters and its text search index itself.
    const own = [...catalogue.tables.keys()].filter((name) => !/^(sqlite|search)_/.test(name))
    return [own, await filledOf(trx, own)] as const
  })
  return () =>
    storage.writeAny(async (trx) => {
      for (const table of await filledOf(trx, tables)) if (!made.includes(table)) await trx.deleteFrom(table).execute()
      // The first area belongs to the schema.
      await trx.deleteFrom('district').where('id', '>', ROOT_AREA).execute()
    })
}

/**
 * Opens alarm engines for the tests of the `describe` in which it is called, each over a fresh world. The worlds follow
 * each other in one database, because opening a database takes longer than most of the tests.
 */
export function enginesOn(engine: Storage['engine']) {
  let opened: Awaited<ReturnType<typeof openTestStorage>>
  let empty: () => Promise<void>
  beforeAll(async () => {
    opened = await openTestStorage(engine)
    empty = await emptierOf(opened.storage)
  })
  afterAll(() => opened.dispose())
  return async (write?: () => Promise<void>, more?: object) => {
    await empty()
    return openEngine(opened.storage, write, more)
  }
}

/**
 * An engine and a journal over a fresh world with one rule: a value above 100 is an alarm. `write` runs before each
 * write of the journal.
 */
async function openEngine(storage: Storage, write: () => Promise<void> = async () => {}, more: object = {}) {
  await fillWorld(storage)
  const rooms = await telemetryOn(storage)
  const { registry, ingest } = rooms
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
  const world = {
    storage,
    ...rooms,
    /** Stops the engine and empties the database for the next world. */
    async dispose(): Promise<void> {
      lead.leads = false
      await journal.settled()
      rooms.feed.close()
      await ingest.close()
    },
  }
  return {
    world,
    own,
    journal,
    lead,
    create,
    addRule,
    rule: id,
    sample: (value: number, ts = Date.now()) => ({ device, node, value, ts }),
    /** Leaves a value in the inbox as if another process had taken it and no engine had judged it. */
    leave: (value: number, ts: number) =>
      storage.write((trx) =>
        trx
          .insertInto('alarminbox')
          .values({ id: 'a', received_at: ts, samples: JSON.stringify([ids.air, ids.pm, ts, value]) })
          .execute(),
      ),
    begin: (of = own) => of.adopt(() => (lead.leads = true)),
    push: (value: number) => ingest.push([{ sn: SN.air, values: { 1: value } }], trusted),
    /** Changes the rule without waiting for the effect. */
    async setRule(row: object): Promise<void> {
      await storage.write((trx) => trx.updateTable('threshold').set(row).where('id', '=', id).execute())
      await own.changed('threshold', id)
    },
    records: () => storage.read.selectFrom('thresholdlog').select(['real_value', 'is_alarm']).orderBy('id').execute(),
    states: () => storage.read.selectFrom('alarmstate').select('state').execute(),
  }
}
