import type { Compilable, Kysely } from 'kysely'
import type { Log } from '../log.ts'
import type { EngineName } from './columns.ts'
import type { HistoryHome } from './homes/types.ts'
import type { AnyTables, Broadcast, Leadership } from './types.ts'

/** What each engine does in its own way; index.ts makes the Storage from it. */
export interface Engine {
  name: EngineName
  read: Kysely<AnyTables>
  write: Kysely<AnyTables>
  /**
   * Keeps other processes from changing the schema; called inside the transaction of the start, before the schema is
   * read.
   */
  lockSchema(trx: Kysely<AnyTables>): Promise<void>
  /** Called once the schema is in place. */
  schemaReady(): Promise<void>
  /**
   * Turns a failure of the first transaction into a StartError where the cause lies outside this program; returns other
   * errors as they are.
   */
  startProblem(error: unknown): unknown
  jsonText(query: Compilable): Promise<string>
  /** The home of the history, in the same database or beside it. */
  history: HistoryHome
  lead(name: string, log: Log, moved?: (here: boolean) => void): Leadership
  lapsed(prefix: string): Promise<string[]>
  broadcast(hear: (message: string) => void, gap: () => void, log: Log): Broadcast | null
  /** See Storage. */
  failed: Promise<Error>
  close(): Promise<void>
}
