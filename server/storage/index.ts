import type { Kysely, Transaction } from 'kysely'
import { allResources } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import type { Engine } from './engine.ts'
import { historyStore } from './homes/index.ts'
import { afterExplicitIds } from './identity.ts'
import { guardLog } from './logTriggers.ts'
import { migrate } from './migrate.ts'
import { applyDefinitions, DefinitionRefused } from './schema.ts'
import { openSqlite } from './sqlite/index.ts'
import { refuseUnfinished } from './toPostgres/unfinished.ts'
import type { AnyTables, Storage, Tables } from './types.ts'

export { constraintOf, type Constraint } from './constraint.ts'
export { DefinitionRefused } from './schema.ts'

/**
 * Callbacks that run before and after the schema follows the definitions, in the same transaction: an error that either
 * throws rolls everything back.
 */
export interface SchemaWatch {
  /** Set by a move of records that opens its target, whether the move into it is unfinished or not. */
  isMove?: true
  before(trx: Transaction<AnyTables>, engine: Engine['name']): Promise<void>
  after(trx: Transaction<AnyTables>): Promise<void>
  /** Called where the database refuses a definition; returns whether to try again without it. */
  refused(refusal: DefinitionRefused): boolean
}

/** Settings that say where records and history lie. */
type Place = Pick<Settings, 'dataDir' | 'databaseUrl'> & Partial<Pick<Settings, 'historyUrl'>>

/**
 * Opens the database that the settings name, and brings its schema up to date.
 *
 * @throws StartError, one sentence without stack trace or password, where that cannot be done
 */
export async function openStorage(
  settings: Place,
  log: Log,
  definitions: readonly Resource[] = allResources,
  watch: SchemaWatch = { before: async () => {}, after: async () => {}, refused: () => false },
): Promise<Storage> {
  const engine = await openEngine(settings, log)
  try {
    while (!(await followSchema(engine, definitions, log, watch)));
    await engine.schemaReady()
  } catch (error) {
    await engine.close()
    throw engine.startProblem(error instanceof DefinitionRefused ? error.cause : error)
  }
  return storageOf(engine)
}

/**
 * Brings the schema up to date in one transaction. False where it was rolled back because of a definition that the next
 * try leaves out.
 */
async function followSchema(
  engine: Engine,
  definitions: readonly Resource[],
  log: Log,
  watch: SchemaWatch,
): Promise<boolean> {
  try {
    await engine.write.transaction().execute(async (trx) => {
      await engine.lockSchema(trx)
      if (!watch.isMove) await refuseUnfinished(trx, engine.name)
      await watch.before(trx, engine.name)
      await applyDefinitions(trx, engine.name, definitions, log)
      await migrate(typed(trx), engine.name)
      await guardLog(trx, engine.name, log)
      await watch.after(trx)
    })
    return true
  } catch (error) {
    if (error instanceof DefinitionRefused && watch.refused(error)) return false
    throw error
  }
}

/** Opens the engine; its driver is loaded only where it is used. */
async function openEngine({ dataDir, databaseUrl, historyUrl = null }: Place, log: Log): Promise<Engine> {
  if (databaseUrl === null) return openSqlite(dataDir, log)
  const { openPostgres } = await import('./postgres/index.ts')
  return openPostgres({ databaseUrl, historyUrl }, log)
}

function storageOf(engine: Engine): Storage {
  const writeAny: Storage['writeAny'] = (work) =>
    engine.write.transaction().execute(async (trx) => {
      const result = await work(trx)
      await engine.history.settle(trx)
      return result
    })
  // The same connections with two types: the tables known here by name, and those that definitions name at run time.
  return {
    engine: engine.name,
    read: engine.read as unknown as Kysely<Tables>,
    readAny: engine.read,
    write: (work) => writeAny((trx) => work(typed(trx))),
    writeAny,
    afterExplicitIds: (trx, table) => afterExplicitIds(trx, engine.name, table),
    jsonText: (query) => engine.jsonText(query),
    ...historyStore(engine.history, engine.write),
    lead: (name, events, moved) => engine.lead(name, events, moved),
    lapsed: (prefix) => engine.lapsed(prefix),
    broadcast: (hear, gap, events) => engine.broadcast(hear, gap, events),
    failed: engine.failed,
    close: () => engine.close(),
  }
}

const typed = (trx: Transaction<AnyTables>): Transaction<Tables> => trx as unknown as Transaction<Tables>
