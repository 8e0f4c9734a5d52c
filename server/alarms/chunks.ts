/** Rows of one statement. */
const CHUNK_ROWS = 200

/** A statement takes so many rows at most. */
export function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) yield rows.slice(at, at + CHUNK_ROWS)
}
