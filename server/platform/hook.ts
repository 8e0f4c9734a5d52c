import type { Transaction } from 'kysely'
import type { Language } from '../../i18n/types.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import type { Platform, Registry, SignedIn } from '../platform.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'

/** A record that is about to be saved. */
export interface PendingSave {
  platform: Platform
  signedIn: SignedIn
  resource: Resource
  /** Null while the record is being created. */
  id: number | null
  /** The stored row; null while the record is being created. */
  old: Row | null
  /** The row that will be stored: hooks may still set values. */
  row: Row
  /** Values that the answer shows once and that are never stored in clear text: first passwords, credentials. */
  once: Record<string, string>
}

/** A text that names records: its column, and how to read the ids from it. */
export interface NamingText {
  column: string
  ids(text: string): readonly number[]
}

/** What an entity needs in addition to its definition. Every step may throw an ApiError: then nothing is saved. */
export interface Hook {
  /**
   * For each new record, also in a batch, before the transaction begins: work that a transaction must not wait for
   * (hashing, creating a key), and normalisation before the row is compared with others.
   */
  prepare?(saving: PendingSave): Promise<void>
  /**
   * In the transaction: returns the further values of rows that are taken, by field; the problems of each row at its
   * index. Called for one record and for many new ones.
   */
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
   * The two steps above for many new records at once, where one by one would take a query for each. They cannot refuse
   * a record: a hook that may refuse new records must not have them.
   */
  beforeCreateMany?(savings: readonly PendingSave[], trx: Transaction<AnyTables>): Promise<void>
  afterCreateMany?(savings: readonly (PendingSave & { id: number })[], trx: Transaction<AnyTables>): Promise<void>
  beforeDelete?(
    deleting: { platform: Platform; signedIn: SignedIn; id: number; row: Row },
    trx: Transaction<AnyTables>,
  ): Promise<void>
  /**
   * Texts of a row that name records, by the path of the entity they name. Records named there count as in use, like
   * those that a field references.
   */
  inside?: Readonly<Record<string, NamingText>>
  /** After the commit: updates what is kept in memory. */
  afterCommit?(platform: Platform, id: number): void
  /** Fields that are computed when a row is answered, with texts in the reader's language. */
  computed?(platform: Platform, row: Row, language: Language): Row
  /**
   * Returns the fields that further callers may change, in addition to those whom the definition lets edit the record;
   * empty where they may change none.
   */
  ownFields?(signedIn: SignedIn, id: number): readonly string[]
}
