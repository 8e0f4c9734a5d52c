/** A point of a curve, px, and the class of its value. */
export interface ClassPoint {
  x: number
  y: number
  /** As `data-verdict` names it; undefined: it has none. */
  verdict: string | undefined
  /** Whether a line leads to it from the point before. */
  joined: boolean
}

/** A curve as one path of each class, in the order in which they come: the way to a value is of the class of that value (design 8.1). */
export function classPaths(points: readonly ClassPoint[]): ReadonlyMap<string | undefined, string> {
  const paths = new Map<string | undefined, string>()
  let before: { place: string; verdict: string | undefined } | undefined
  for (const { x, y, verdict, joined } of points) {
    const place = `${x.toFixed(1)} ${y.toFixed(1)}`
    const path = paths.get(verdict) ?? ''
    // The round end of a line without a length is a dot: a value that stands alone shows.
    if (!before || !joined) paths.set(verdict, `${path}M${place}h0`)
    else paths.set(verdict, `${path}${before.verdict === verdict ? '' : `M${before.place}`}L${place}`)
    before = { place, verdict }
  }
  return paths
}
