import type { SqliteConnection } from './connection.ts'
import type { SqliteValue, Rows } from './protocol.ts'

/** Runs SQL on one connection, and caches the statements it prepared last. */
export function statementsOf(database: SqliteConnection): {
  run(sql: string, parameters: readonly SqliteValue[]): Rows
  /** Returns all rows as the text of a JSON array of objects. */
  json(sql: string, parameters: readonly SqliteValue[]): string
} {
  const prepared = new Map<string, Prepared>()

  const prepare = (sql: string): Prepared => {
    const known = prepared.get(sql)
    if (known) {
      prepared.delete(sql)
      prepared.set(sql, known)
      return known
    }
    const statement = database.prepare<unknown[]>(sql)
    const columns = statement.reader ? namesOf(statement) : []
    if (statement.reader) statement.raw(true)
    const fresh = { statement, columns }
    prepared.set(sql, fresh)
    const [oldest] = prepared.keys()
    if (prepared.size > MAX_PREPARED && oldest !== undefined) prepared.delete(oldest)
    return fresh
  }

  const run = (sql: string, parameters: readonly SqliteValue[]): Rows => {
    const known = prepare(sql)
    const { statement, columns } = known
    const values = parameters.map(bindable)
    if (columns.length === 0) return { columns, cells: [], changes: statement.run(values).changes }
    const cells: SqliteValue[] = []
    // all(), never get(): a statement that is left half read would hold its snapshot open, and get() adds a column of
    // its own.
    const rows = statement.all(values) as SqliteValue[][]
    for (const row of rows) for (const cell of row) cells.push(cell)
    // The table may have got another column since: SQLite prepares `select *` again while it runs.
    if (rows[0] && rows[0].length !== columns.length) known.columns = namesOf(statement)
    return { columns: known.columns, cells, changes: 0 }
  }

  const json = (sql: string, parameters: readonly SqliteValue[]): string => {
    const { columns } = prepare(sql)
    if (columns.length > MAX_COLUMNS) return stringified(run(sql, parameters))
    const pairs = columns.map((name) => `${literal(name)}, ${identifier(name)}`).join(', ')
    const [text] = run(`select json_group_array(json_object(${pairs})) from (${sql})`, parameters).cells
    return String(text)
  }

  return { run, json }
}

type Statement = ReturnType<SqliteConnection['prepare']>

interface Prepared {
  statement: Statement
  columns: readonly string[]
}

const namesOf = (statement: Statement): string[] => statement.columns().map(({ name }) => name)

/** Most statements kept prepared on a connection. */
const MAX_PREPARED = 300
/** SQLite's functions take at most 100 arguments, two per column. */
const MAX_COLUMNS = 50

/**
 * libsql binds every number as a float, which would turn integer arithmetic on parameters into float arithmetic; a
 * bigint stays an integer.
 */
const bindable = (value: SqliteValue): string | number | bigint | null =>
  Number.isSafeInteger(value) ? BigInt(value as number) : value

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
const identifier = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Returns the rows as objects. */
export function rowsOf({ columns, cells }: Rows): Record<string, SqliteValue>[] {
  const rows: Record<string, SqliteValue>[] = []
  for (let at = 0; at < cells.length; at += columns.length) {
    const row: Record<string, SqliteValue> = {}
    for (let column = 0; column < columns.length; column++)
      row[columns[column] as string] = cells[at + column] as SqliteValue
    rows.push(row)
  }
  return rows
}

const stringified = (rows: Rows): string => JSON.stringify(rowsOf(rows))
