/** Limit of the rule on the first node of a ruled device: a value above it is an alarm. */
export const LIMIT = 100
/** Number of samples for which a ruled device stays above the limit, and then below it. */
const HELD = 5

/** A sample that was acknowledged. */
export interface Sample {
  device: number
  node: number
  /** Time in ms since the epoch. */
  ts: number
  value: number
}

/**
 * A time above the limit, ms since the epoch: an alarm has to begin between `from` and `to`, and to end between `to`
 * and `next`, ends excluded.
 */
export interface Span {
  device: number
  from: number
  to: number
  next: number
}

/**
 * Value of a device's nth sample on its first node: below the limit for HELD samples, above it for as many, and so on;
 * devices begin at different points of the part below.
 */
export const valueOf = (device: number, n: number): number =>
  Math.floor((n + (device % HELD)) / HELD) % 2 === 1 ? LIMIT + 50 + (n % 7) : LIMIT - 50 + (n % 7)

/**
 * The times above the limit of one device, from its samples in order of time. The first sample has to be below; a time
 * that has not ended is left out.
 */
export function spansAbove(samples: readonly Sample[]): Span[] {
  const spans: Span[] = []
  let from: number | null = null
  for (const { device, ts, value } of samples) {
    if (value > LIMIT) {
      from ??= ts
      const before = spans.at(-1)
      if (from === ts && before) before.next = ts
    } else if (from !== null) {
      spans.push({ device, from, to: ts, next: Infinity })
      from = null
    }
  }
  return spans
}
