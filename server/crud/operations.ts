import type { Transaction } from 'kysely'
import type { Resource } from '../../resources/kit/define.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'
import { withoutSecrets } from './secrets.ts'

export type OperationType =
  | 'create'
  | 'edit'
  | 'delete'
  | 'login'
  | 'password'
  | 'credential'
  | 'revoke'
  | 'command'
  | 'confirmed'
  | 'unconfirmed'
  | 'release'
  | 'telemetry'
  | 'import'

export interface LoggedOperation {
  resource: Resource
  type: OperationType
  id: number
  /** The record before and after; null where it did not or does not exist. */
  old: Row | null
  row: Row | null
  /** Null: the platform itself. */
  userId: number | null
  /** Details to log, where they are not the difference of two records. */
  changes?: readonly RecordChange[]
  /** When the operation was done, epoch ms; now by default. */
  at?: number
}

export interface RecordChange {
  field_name: string
  field_comment: string
  new_value: string | null
  old_value: string | null
}

/**
 * Logs an operation on a record, field by field, in the same transaction (spec 2 §3, operation log). Returns the
 * entry's id.
 */
export const logOperation = async (trx: Transaction<AnyTables>, operation: LoggedOperation): Promise<number> =>
  (await logOperations(trx, [operation])).get(operation.id) ?? 0

/** Logs operations on several records, each record once. Returns the entries' ids by the records' ids. */
export async function logOperations(
  trx: Transaction<AnyTables>,
  operations: readonly LoggedOperation[],
): Promise<ReadonlyMap<number, number>> {
  const all = new Map<number, number>()
  for (let from = 0; from < operations.length; from += CHUNK_ROWS) {
    const some = operations.slice(from, from + CHUNK_ROWS)
    const entries = await trx
      .insertInto('operationlog')
      .values(some.map(entryOf))
      .returning(['id', 'record_id'])
      .execute()
    const ids = new Map(entries.map((entry) => [Number(entry.record_id), Number(entry.id)]))
    for (const [record, id] of ids) all.set(record, id)
    const details = some.flatMap(({ resource, id, old, row, changes }) =>
      (changes ?? changesOf(resource, old, row)).map((change) => ({ operation_id: ids.get(id) ?? 0, ...change })),
    )
    for (let at = 0; at < details.length; at += CHUNK_ROWS)
      await trx
        .insertInto('operationdetail')
        .values(details.slice(at, at + CHUNK_ROWS))
        .execute()
  }
  return all
}

/** Rows per statement: databases limit the number of parameters. */
const CHUNK_ROWS = 500

function entryOf({ resource, type, id, old, row, userId, at }: LoggedOperation) {
  const record = row ?? old ?? {}
  const { project, district } = resource.scope
  const scoped = (column: string | null | undefined) =>
    column === null || column === undefined ? null : column === 'id' ? id : (record[column] ?? null)
  return {
    operation_date: at ?? Date.now(),
    operation_table: resource.table,
    operation_name: resource.noun[0],
    operation_type: type,
    record_id: id,
    project_id: scoped(project),
    district_id: scoped(district),
    user_id: userId,
    explained: record[resource.title] === undefined ? null : withoutSecrets(String(record[resource.title] ?? '')),
  }
}

/**
 * Returns the differences between two states of a record. Secrets are masked, also those inside URLs: the log shows
 * that they changed, not their values.
 */
export function changesOf(resource: Resource, old: Row | null, row: Row | null): RecordChange[] {
  const changes: RecordChange[] = []
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.computed) continue
    const before = old?.[name] ?? null
    const after = row?.[name] ?? null
    if (before === after) continue
    const shown = (value: string | number | null): string | null =>
      value === null ? null : field.secret || field.ownerOnly ? '******' : withoutSecrets(String(value))
    changes.push({ field_name: name, field_comment: field.label[0], new_value: shown(after), old_value: shown(before) })
  }
  return changes
}
