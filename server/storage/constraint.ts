import type { ConstraintKind } from './types.ts'

/** The constraint that a statement violated. */
export interface Constraint {
  kind: ConstraintKind
  table: string | null
  /** The columns of the key, or of the missing value; empty where the engine does not name them. */
  columns: readonly string[]
}

/** Returns the constraint that an error of either engine is about; null for every other error. */
export function constraintOf(error: unknown): Constraint | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const kind = kinds.get(error.code)
  if (!kind) return null
  return error.code.startsWith('SQLITE') ? ofSqlite(kind, error.message) : ofPostgres(kind, error)
}

const kinds: ReadonlyMap<string, ConstraintKind> = new Map([
  ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
  ['SQLITE_CONSTRAINT_ROWID', 'unique'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'foreign'],
  ['SQLITE_CONSTRAINT_NOTNULL', 'notNull'],
  ['SQLITE_CONSTRAINT_CHECK', 'check'],
  ['23505', 'unique'],
  ['23503', 'foreign'],
  ['23502', 'notNull'],
  ['23514', 'check'],
])

/** Reads a message such as "UNIQUE constraint failed: gateway.project_id, gateway.regcode". */
function ofSqlite(kind: ConstraintKind, message: string): Constraint {
  const pairs = [...message.matchAll(/(\w+)\.(\w+)/g)]
  return { kind, table: pairs[0]?.[1] ?? null, columns: pairs.map(([, , column]) => column ?? '') }
}

/**
 * Reads a detail such as "Key (project_id, regcode)=(2, 1001) already exists."; its words are in the server's language.
 */
function ofPostgres(
  kind: ConstraintKind,
  error: Error & { table?: unknown; column?: unknown; detail?: unknown },
): Constraint {
  const table = typeof error.table === 'string' ? error.table : null
  if (typeof error.column === 'string') return { kind, table, columns: [error.column] }
  const key = typeof error.detail === 'string' ? /\(([^()]+)\)=\(/.exec(error.detail)?.[1] : undefined
  return { kind, table, columns: key ? key.split(',').map((column) => column.trim().replaceAll('"', '')) : [] }
}
