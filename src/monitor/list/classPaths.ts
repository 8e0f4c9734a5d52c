/** A point of a curve, px, and the class of its value. */
export interface ClassPoint {
  x: number
  y: number
  /** The class as `data-verdict` names it; undefined: the value has none. */
  verdict: string | undefined
  /** Whether a line connects it to the previous point. */
  joined: boolean
}

/**
 * Returns a curve as one path per class, in order of first use: the segment that leads to a value takes the class of
 * that value (design 8.1).
 */
export function classPaths(points: readonly ClassPoint[]): ReadonlyMap<string | undefined, string> {
  const paths = new Map<string | undefined, string>()
  let before: { place: string; verdict: string | undefined } | undefined
  for (const { x, y, verdict, joined } of points) {
    const place = `${x.toFixed(1)} ${y.toFixed(1)}`
    const path = paths.get(verdict) ?? ''
    // A zero-length line with round caps is a dot, so that a single value is visible.
    if (!before || !joined) paths.set(verdict, `${path}M${place}h0`)
    else paths.set(verdict, `${path}${before.verdict === verdict ? '' : `M${before.place}`}L${place}`)
    before = { place, verdict }
  }
  return paths
}
