/** The rule over the first node of a ruled device: above this is an alarm. */
export const LIMIT = 100
/** Samples that a ruled device is above the limit, and after them below it. */
const HELD = 5

/** A sample that was acknowledged. */
export interface Sample {
  device: number
  node: number
  /** Epoch ms. */
  ts: number
  value: number
}

/** A time above the limit, epoch ms: an alarm has to begin within `from` and `to`, and to end within `to` and `next`, ends left out. */
export interface Span {
  device: number
  from: number
  to: number
  next: number
}

/**
 * What the nth sample of a device says on its first node: below the limit for so many samples, above it for as many, and so on; each device begins elsewhere
 * in that, below.
 */
export const valueOf = (device: number, n: number): number =>
  Math.floor((n + (device % HELD)) / HELD) % 2 === 1 ? LIMIT + 50 + (n % 7) : LIMIT - 50 + (n % 7)

/**
 * The times above the limit of one device, by its samples in the order of their times. The first has to be below; one that is not over is no span.
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
