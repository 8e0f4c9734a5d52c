import { roundHalfUp } from './decimal.ts'

/** A sound level: time in epoch ms, dB(A). */
export interface Level {
  t: number
  v: number
}

/** Levels of a span; null where there are no samples of it. */
export interface NoiseLevels {
  leq: number | null
  l10: number | null
  l50: number | null
  l90: number | null
  ld: number | null
  ln: number | null
  ldn: number | null
  lmax: number | null
  /** Share of the span that samples stand for, 0 to 1. */
  coverage: number
}

/** A sample stands for the time until the next, but no longer than so many usual steps: beyond, it is a gap. */
const GAP = 2

/** Digits after the point of what is answered, dB. */
const DECIMALS = 2
/** Of what is rounded again, to be shown or compared with a limit: GB/T 8170 allows it once. */
export const FINE_DECIMALS = 6

/** The equivalent level: 10 lg of the mean energy, weighted by how long each level lasted. Never the mean of decibels. */
export function equivalentLevel(levels: readonly number[], weights?: readonly number[]): number | null {
  let energy = 0
  let total = 0
  for (const [place, level] of levels.entries()) {
    const weight = weights?.[place] ?? 1
    energy += weight * 10 ** (level / 10)
    total += weight
  }
  return total > 0 ? 10 * Math.log10(energy / total) : null
}

/** Day-night level: 16 h of the day, and 8 h of the night with 10 dB added. */
export const dayNightLevel = (ld: number, ln: number): number =>
  10 * Math.log10((16 * 10 ** (ld / 10) + 8 * 10 ** ((ln + 10) / 10)) / 24)

/** The level that is exceeded in a share of the time: the first, from the loudest on, by which that share is used up. */
export function exceededLevel(levels: readonly number[], share: number, weights?: readonly number[]): number | null {
  const order = levels.map((_, place) => place).sort((a, b) => (levels[b] ?? 0) - (levels[a] ?? 0))
  const weightOf = (place: number): number => weights?.[place] ?? 1
  const wanted = order.reduce((sum, place) => sum + weightOf(place), 0) * share
  let sum = 0
  for (const place of order) {
    sum += weightOf(place)
    if (sum >= wanted - 1e-9 * wanted) return levels[place] ?? null
  }
  return null
}

/**
 * What GB 3096 and HJ 640 say of sampled levels.
 *
 * @param samples in any order
 * @param span what the coverage is a share of, epoch ms; from the first to the last sample where nothing is said
 * @param isDay whether a moment (epoch ms) belongs to the day, 6 to 22 h local time
 * @param decimals that levels are told with
 */
export function noiseLevels(
  samples: readonly Level[],
  isDay: (t: number) => boolean,
  span?: { from: number; to: number },
  decimals = DECIMALS,
): NoiseLevels {
  const sorted = samples.toSorted((a, b) => a.t - b.t)
  const levels = sorted.map(({ v }) => v)
  const { weights, coverage } = spansOf(sorted, span)
  const inSpan = (byDay: boolean): number | null => {
    const places = [...sorted.keys()].filter((place) => isDay(sorted[place]?.t ?? 0) === byDay)
    return equivalentLevel(
      places.map((place) => levels[place] ?? 0),
      places.map((place) => weights[place] ?? 0),
    )
  }
  const ld = inSpan(true)
  const ln = inSpan(false)
  const rounded = (level: number | null): number | null => (level === null ? null : roundHalfUp(level, decimals))
  return {
    leq: rounded(equivalentLevel(levels, weights)),
    l10: rounded(exceededLevel(levels, 0.1, weights)),
    l50: rounded(exceededLevel(levels, 0.5, weights)),
    l90: rounded(exceededLevel(levels, 0.9, weights)),
    ld: rounded(ld),
    ln: rounded(ln),
    ldn: rounded(ld === null || ln === null ? null : dayNightLevel(ld, ln)),
    lmax: levels.length === 0 ? null : levels.reduce((most, level) => Math.max(most, level)),
    coverage: roundHalfUp(coverage, 4),
  }
}

/** How long each sample stands for: until the next, the last for one usual step; a lone sample for itself, which of a span is nothing. */
export function spansOf(
  sorted: readonly Level[],
  span?: { from: number; to: number },
): { weights: number[]; coverage: number } {
  if (sorted.length < 2) return { weights: sorted.map(() => 1), coverage: span ? 0 : sorted.length }
  const steps = sorted.slice(1).map(({ t }, place) => t - (sorted[place]?.t ?? 0))
  const usual = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] || 1
  const weights = [...steps.map((step) => (step > GAP * usual ? usual : step)), usual]
  const whole = span ? span.to - span.from : (sorted.at(-1)?.t ?? 0) - (sorted[0]?.t ?? 0) + usual
  // The last sample may stand for some time beyond the span.
  return { weights, coverage: Math.min(1, weights.reduce((sum, weight) => sum + weight, 0) / whole) }
}
