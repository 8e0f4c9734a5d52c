/** Most rows of one statement. */
const CHUNK_ROWS = 200

/** Splits rows into chunks of at most CHUNK_ROWS, each for one statement. */
export function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) yield rows.slice(at, at + CHUNK_ROWS)
}
