import { roundHalfUp } from './decimal.ts'

/** A sound level: time in epoch ms, dB(A). */
export interface Level {
  t: number
  v: number
}

/** Noise levels of a span; a level is null if there are no samples for it. */
export interface NoiseLevels {
  leq: number | null
  l10: number | null
  l50: number | null
  l90: number | null
  ld: number | null
  ln: number | null
  ldn: number | null
  lmax: number | null
  /** Share of the span that the samples cover, 0 to 1. */
  coverage: number
}

/** A sample covers the time until the next one, but at most this many usual steps: a longer step is a gap. */
const GAP = 2

/** Decimals of the returned levels, dB. */
const DECIMALS = 2
/**
 * Decimals of levels that are rounded again before they are shown or compared with a limit: GB/T 8170 allows only one
 * rounding.
 */
export const FINE_DECIMALS = 6

/**
 * Returns the equivalent level: 10 lg of the mean energy, weighted by the duration of each level. Decibels are never
 * averaged.
 */
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

/** Returns the day-night level: 16 h of the day, and 8 h of the night with 10 dB added. */
export const dayNightLevel = (ld: number, ln: number): number =>
  10 * Math.log10((16 * 10 ** (ld / 10) + 8 * 10 ** ((ln + 10) / 10)) / 24)

/**
 * Returns the level that is exceeded in a share of the time: the levels are added up from the loudest on until their
 * weights reach the share.
 */
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
 * Returns the levels of GB 3096 and HJ 640 for a series of samples.
 *
 * @param samples in any order
 * @param isDay whether a moment (epoch ms) belongs to the day, 6 to 22 h local time
 * @param span the span that the coverage is a share of, epoch ms; from the first to the last sample by default
 * @param decimals decimals of the returned levels
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

/**
 * Returns the time that each sample covers: until the next sample, for the last one usual step. A lone sample has the
 * weight 1 and covers nothing of a span.
 */
export function spansOf(
  sorted: readonly Level[],
  span?: { from: number; to: number },
): { weights: number[]; coverage: number } {
  if (sorted.length < 2) return { weights: sorted.map(() => 1), coverage: span ? 0 : sorted.length }
  const steps = sorted.slice(1).map(({ t }, place) => t - (sorted[place]?.t ?? 0))
  const usual = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] || 1
  const weights = [...steps.map((step) => (step > GAP * usual ? usual : step)), usual]
  const whole = span ? span.to - span.from : (sorted.at(-1)?.t ?? 0) - (sorted[0]?.t ?? 0) + usual
  // The last sample may cover time beyond the span.
  return { weights, coverage: Math.min(1, weights.reduce((sum, weight) => sum + weight, 0) / whole) }
}
