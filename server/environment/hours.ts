import { MINUTE } from '../../resources/kit/zone.ts'
import { equivalentLevel, spansOf, type Level } from '../../standards/noiseLevels.ts'
import { roundHalfUp } from '../../standards/decimal.ts'
import { neededOfHour } from '../../standards/validity.ts'
import type { Medium } from '../../standards/types.ts'
import type { Converter, Measure } from '../live/measures.ts'
import { SAVE } from '../telemetry/saving.ts'

const MINUTES = 60
/** A value of a device that sends more seldom than its cycle says stands no longer than this, ms. */
const LONGEST_STEP_MS = 5 * MINUTE
/** A value is late, so that a hole lies before it, beyond so many usual steps. */
const LATE = 1.5

/** Mean of an hour and how many of its minutes were sampled. */
export type HourMean = readonly [mean: number, minutes: number]
/** By pollutant. */
export type Means = Readonly<Record<string, HourMean>>

/** Samples of one node in one hour, any order. */
export interface HourSample {
  ts: number
  value: number
}

/** How a device saves its values: it decides how long one stands. */
export interface Cycle {
  /** Seconds. */
  acquisition_cycle: number
  save_cycle: number
}

/** Significant decimals of a stored mean: finer than any limit is written. */
const DECIMALS = 6

/**
 * Mean of a pollutant over an hour, and how many of its minutes were sampled: of energies for sound, each for as long as it lasted, else of values. Where only
 * changes are saved each value counts for as long as it stood, the last to the end of the hour, and one is enough for the whole of it.
 *
 * @param end of the hour, epoch ms; null where it ends with the newest of the samples: that has stood for no time yet, so each of them counts alike
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

/** How long each of some values stood, ms. One that came as the hour ended is no less a value. */
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
 * Minutes of an hour that were sampled. A value stands until the next or, where that is late or missing, for one usual step: the median step of the hour, five
 * minutes at most, or the device's cycle where that is longer. So a hole is one at any pace, and a burst is no hour.
 */
function minutesOf(sorted: readonly Level[], { acquisition_cycle, save_cycle }: Cycle): number {
  if (save_cycle === SAVE.onChange) return MINUTES
  const cycle = Math.max(MINUTE, save_cycle > 0 ? save_cycle * MINUTE : acquisition_cycle * 1000)
  const steps = sorted.slice(1).map(({ t }, place) => t - (sorted[place]?.t ?? 0))
  // Rules over classes ask with every sample: where none is longer than the cycle, the median is not either, and need not be found.
  const usual = steps.every((step) => step <= cycle)
    ? cycle
    : Math.max(cycle, Math.min(medianOf(steps), LONGEST_STEP_MS))
  // The last one stands for one step too.
  const sampled = steps.reduce((sum, step) => sum + (step > LATE * usual ? usual : step), usual)
  return Math.min(MINUTES, Math.round(sampled / MINUTE))
}

/** The lower one of an even number. */
const medianOf = (steps: readonly number[]): number =>
  steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] ?? 0

/** Whether an hour's mean counts: 45 minutes of sampling; water is sampled every few hours, and each sample counts. */
export const isValid = (medium: Medium, [, minutes]: HourMean): boolean => minutes >= neededOfHour(medium)

/** The means that count, by pollutant. */
export const validMeans = (medium: Medium, means: Means): Record<string, number> =>
  Object.fromEntries(Object.entries(means).flatMap(([key, mean]) => (isValid(medium, mean) ? [[key, mean[0]]] : [])))

/** Share of the hour that was sampled, 0 to 1: the mean over what the station measures. */
export function coverageOf(means: Means, measured: number): number {
  const minutes = Object.values(means).reduce((sum, [, sampled]) => sum + sampled, 0)
  return measured === 0 ? 0 : roundHalfUp(minutes / (measured * MINUTES), 2)
}
