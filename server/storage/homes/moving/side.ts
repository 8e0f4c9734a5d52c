import type { TableName } from '../clickhouse/tables.ts'
import type { Figures } from './figures.ts'
import type { Span } from './spans.ts'

/** One of the two homes that history is moved between. */
export interface Side {
  /** What people call it: never with a password. */
  name: string
  /** The rows of each day that has any. */
  days(table: TableName): Promise<Map<number, number>>
  /** What is there of a piece. */
  figures(table: TableName, span: Span): Promise<Figures>
  /** The rows of a piece, whose figures were just read, as lines of TabSeparated; PostgreSQL gives each its rank at the end. */
  read(table: TableName, span: Span, figures: Figures): AsyncGenerator<string[]>
  /** Resolves once they are stored. */
  write(table: TableName, span: Span, lines: readonly string[]): Promise<void>
  /** Deletes the rows of a piece. */
  clear(table: TableName, span: Span): Promise<void>
}
