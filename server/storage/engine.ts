import type { Compilable, Kysely } from 'kysely'
import type { Log } from '../log.ts'
import type { EngineName } from './columns.ts'
import type { HistoryHome } from './homes/types.ts'
import type { AnyTables, Broadcast, Leadership } from './types.ts'

/** What one engine does in its own way; index.ts makes the Storage of it. */
export interface Engine {
  name: EngineName
  read: Kysely<AnyTables>
  write: Kysely<AnyTables>
  /** Runs before the schema is looked at, inside the transaction of the start: no other process may change it meanwhile. */
  lockSchema(trx: Kysely<AnyTables>): Promise<void>
  /** Called once the schema is in place. */
  schemaReady(): Promise<void>
  /** A failure of the first transaction, as a StartError where the cause lies outside this program. */
  startProblem(error: unknown): unknown
  jsonText(query: Compilable): Promise<string>
  /** History, in the same database or beside it. */
  history: HistoryHome
  lead(name: string, log: Log, moved?: (here: boolean) => void): Leadership
  lapsed(prefix: string): Promise<string[]>
  broadcast(hear: (message: string) => void, gap: () => void, log: Log): Broadcast | null
  /** See Storage. */
  failed: Promise<Error>
  close(): Promise<void>
}
