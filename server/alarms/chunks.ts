/** Rows of one statement. */
const AT_ONCE = 200

/** A statement takes so many rows at most. */
export function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += AT_ONCE) yield rows.slice(at, at + AT_ONCE)
}
