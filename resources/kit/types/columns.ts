/** The type of a column in each database engine, and the JavaScript type it holds. */
export interface SqlColumn {
  holds: 'text' | 'number'
  sqlite: string
  postgres: string
}

export const TEXT_COLUMN: SqlColumn = { holds: 'text', sqlite: 'text', postgres: 'text' }
/** 64 bits wide on PostgreSQL too, so that no number a client may send exceeds the column's range. */
export const WHOLE_COLUMN: SqlColumn = { holds: 'number', sqlite: 'integer', postgres: 'bigint' }
export const REAL_COLUMN: SqlColumn = { holds: 'number', sqlite: 'real', postgres: 'double precision' }
export const FLAG_COLUMN: SqlColumn = { holds: 'number', sqlite: 'integer', postgres: 'smallint' }
