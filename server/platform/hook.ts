import type { Transaction } from 'kysely'
import type { Language } from '../../i18n/types.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import type { Platform, Registry, SignedIn } from '../platform.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'

/** A record on its way to the database. */
export interface PendingSave {
  platform: Platform
  signedIn: SignedIn
  resource: Resource
  /** Null while it is being created. */
  id: number | null
  /** As it is stored; null while it is being created. */
  old: Row | null
  /** As it will be stored: hooks may still set values. */
  row: Row
  /** Shown once in the answer and stored nowhere in clear: first passwords, credentials. */
  once: Record<string, string>
}

/** A text that names records: its column, and the ids it names. */
export interface NamingText {
  column: string
  ids(text: string): readonly number[]
}

/** What an entity needs besides what its definition says. Every step may throw an ApiError, and nothing is saved. */
export interface Hook {
  /**
   * Of a new record, also one of many, before the transaction begins: work that a transaction must not wait for (hashing, making a key), and
   * what a row has to be before it is compared with others.
   */
  prepare?(saving: PendingSave): Promise<void>
  /** In the transaction, what else is taken of some rows, by field; the problems of each at its place. For one record and for many new ones. */
  taken?(
    rows: readonly Row[],
    signedIn: SignedIn,
    trx: Transaction<AnyTables>,
    registry: Pick<Registry, 'mayTouch'>,
  ): Promise<Record<string, Problem>[]>
  /** In the transaction, after validation, before the row is written. */
  beforeSave?(saving: PendingSave, trx: Transaction<AnyTables>): Promise<void>
  /** In the transaction, once the row has its id. */
  afterSave?(saving: PendingSave & { id: number }, trx: Transaction<AnyTables>): Promise<void>
  /**
   * Both steps for many new records at once, where one after the other would take a query each. They refuse nothing: where a new record
   * can be refused, leave them out.
   */
  beforeCreateMany?(savings: readonly PendingSave[], trx: Transaction<AnyTables>): Promise<void>
  afterCreateMany?(savings: readonly (PendingSave & { id: number })[], trx: Transaction<AnyTables>): Promise<void>
  beforeDelete?(
    deleting: { platform: Platform; signedIn: SignedIn; id: number; row: Row },
    trx: Transaction<AnyTables>,
  ): Promise<void>
  /** What a row names inside a text, by the path of the records named. They are in use like what a field names. */
  inside?: Readonly<Record<string, NamingText>>
  /** After the commit: what lives in memory follows. */
  afterCommit?(platform: Platform, id: number): void
  /** Fields that are worked out when a row is answered, their words in the reader's language. */
  computed?(platform: Platform, row: Row, language: Language): Row
  /** What of a record further callers may change, besides those whom the definition lets edit it; nothing: they may not. */
  ownFields?(signedIn: SignedIn, id: number): readonly string[]
}
