import { MINUTE } from '../../resources/kit/zone.ts'
import { equivalentLevel, spansOf, type Level } from '../../standards/noiseLevels.ts'
import { roundHalfUp } from '../../standards/decimal.ts'
import { neededOfHour } from '../../standards/validity.ts'
import type { Medium } from '../../standards/types.ts'
import type { Converter, Measure } from '../live/measures.ts'
import { SAVE } from '../telemetry/savePolicy.ts'

const MINUTES = 60
/** Maximum time for which a value of a device that sends less often than its cycle counts, ms. */
const LONGEST_STEP_MS = 5 * MINUTE
/** A value is late, so that a gap lies before it, after this many usual steps. */
const LATE = 1.5

/** Mean of an hour, and number of its minutes that were sampled. */
export type HourMean = readonly [mean: number, minutes: number]
/** By pollutant. */
export type Means = Readonly<Record<string, HourMean>>

/** A sample of one node; lists of an hour's samples may be in any order. */
export interface HourSample {
  ts: number
  value: number
}

/** How a device saves its values, which determines for how long a value counts. */
export interface Cycle {
  /** In seconds. */
  acquisition_cycle: number
  save_cycle: number
}

/** Decimals of a stored mean: more than any limit has. */
const DECIMALS = 6

/**
 * Returns the mean of a pollutant over an hour, and how many of the hour's minutes were sampled. For sound it is the
 * energy mean, weighted by how long each level lasted, else the mean of the values. Where only changes are saved, each
 * value counts for as long as it stood, the last one to the end of the hour, and one value covers the whole hour.
 *
 * @param end end of the hour, epoch ms; null where it ends with the newest sample: that one has not stood for any time
 * yet, so all samples have the same weight
 */
export function hourMean(
  samples: readonly HourSample[],
  measure: Pick<Measure, 'pollutant'> & { convert: Converter },
  cycle: Cycle,
  end: number | null,
): HourMean | null {
  const levels: Level[] = []
  let isInOrder = true
  for (const { ts, value } of samples) {
    const converted = measure.convert(value)
    if (converted === null) continue
    isInOrder &&= ts >= (levels.at(-1)?.t ?? -Infinity)
    levels.push({ t: ts, v: converted })
  }
  if (levels.length === 0) return null
  if (!isInOrder) levels.sort((a, b) => a.t - b.t)
  const isSound = measure.pollutant.medium === 'noise'
  const isStanding = cycle.save_cycle === SAVE.onChange && end !== null
  const weights = isStanding ? untilNext(levels, end) : isSound ? spansOf(levels).weights : null
  const values = levels.map(({ v }) => v)
  const mean = isSound ? equivalentLevel(values, weights ?? undefined) : weightedMean(values, weights)
  if (mean === null || !Number.isFinite(mean)) return null
  return [roundHalfUp(mean, DECIMALS), minutesOf(levels, cycle)]
}

/** Returns how long each value stood, ms. A value at the very end of the hour counts for at least 1 ms. */
const untilNext = (sorted: readonly Level[], end: number): number[] =>
  sorted.map(({ t }, place) => Math.max(1, (sorted[place + 1]?.t ?? end) - t))

function weightedMean(values: readonly number[], weights: readonly number[] | null): number {
  let sum = 0
  let total = 0
  for (const [place, value] of values.entries()) {
    const weight = weights?.[place] ?? 1
    sum += value * weight
    total += weight
  }
  return sum / total
}

/**
 * Returns how many minutes of an hour were sampled. A value counts until the next one or, where that is late or
 * missing, for one usual step: the hour's median step, at most five minutes, or the device's cycle where that is
 * longer. So gaps are found at any pace, and a short burst does not count as a whole hour.
 */
function minutesOf(sorted: readonly Level[], { acquisition_cycle, save_cycle }: Cycle): number {
  if (save_cycle === SAVE.onChange) return MINUTES
  const cycle = Math.max(MINUTE, save_cycle > 0 ? save_cycle * MINUTE : acquisition_cycle * 1000)
  const steps = sorted.slice(1).map(({ t }, place) => t - (sorted[place]?.t ?? 0))
  // Rules over classes call this with every sample. Where no step is longer than the cycle, neither is the median, so
  // it need not be computed.
  const usual = steps.every((step) => step <= cycle)
    ? cycle
    : Math.max(cycle, Math.min(medianOf(steps), LONGEST_STEP_MS))
  // The last value counts for one step too.
  const sampled = steps.reduce((sum, step) => sum + (step > LATE * usual ? usual : step), usual)
  return Math.min(MINUTES, Math.round(sampled / MINUTE))
}

/** Returns the median; of an even number the lower one. */
const medianOf = (steps: readonly number[]): number =>
  steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] ?? 0

/**
 * Returns whether an hour's mean counts: it needs 45 minutes of sampling. Water is sampled every few hours, and each
 * sample counts.
 */
export const isValid = (medium: Medium, [, minutes]: HourMean): boolean => minutes >= neededOfHour(medium)

/** Returns the means that count, by pollutant. */
export const validMeans = (medium: Medium, means: Means): Record<string, number> =>
  Object.fromEntries(Object.entries(means).flatMap(([key, mean]) => (isValid(medium, mean) ? [[key, mean[0]]] : [])))

/** Returns the share of the hour that was sampled, 0 to 1, as the mean over what the station measures. */
export function coverageOf(means: Means, measured: number): number {
  const minutes = Object.values(means).reduce((sum, [, sampled]) => sum + sampled, 0)
  return measured === 0 ? 0 : roundHalfUp(minutes / (measured * MINUTES), 2)
}
