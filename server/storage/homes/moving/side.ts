import type { TableName } from '../clickhouse/tables.ts'
import type { Figures } from './figures.ts'
import type { Span } from './spans.ts'

/** One of the two homes that a history is moved between. */
export interface Side {
  /** Its name in messages; it never contains a password. */
  name: string
  /** Returns the number of rows of each day that has any. */
  days(table: TableName): Promise<Map<number, number>>
  /** Returns the figures of a piece. */
  figures(table: TableName, span: Span): Promise<Figures>
  /**
   * Yields the rows of a piece, whose figures were just read, as lines of TabSeparated; those of PostgreSQL end with
   * the row's rank.
   */
  read(table: TableName, span: Span, figures: Figures): AsyncGenerator<string[]>
  /** Writes rows; resolves once they are stored. */
  write(table: TableName, span: Span, lines: readonly string[]): Promise<void>
  /** Deletes the rows of a piece. */
  clear(table: TableName, span: Span): Promise<void>
}
