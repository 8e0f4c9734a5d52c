import { HOUR } from '../../resources/kit/zone.ts'
import { equivalentLevel, spansOf, type Level } from '../../standards/noiseLevels.ts'
import { roundHalfUp } from '../../standards/decimal.ts'
import { neededOfHour } from '../../standards/validity.ts'
import type { Medium } from '../../standards/types.ts'
import type { Converter, Measure } from '../live/measures.ts'
import { SAVE } from '../telemetry/saving.ts'

const MINUTES = 60
/** Sampling is counted in parts of the hour this long, ms: values seldom come more seldom, and a burst of them is no hour. */
const PART = 300_000

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
 * Mean of a pollutant over an hour: of energies for sound, each for as long as it lasted, else of values. Minutes are counted by parts of five minutes, or of
 * the device's cycle where that is longer, that hold a sample. Where only changes are saved each value counts for as long as it stood, the last to the end of
 * the hour, and a sample stands for the whole of it.
 *
 * @param end of the hour, epoch ms
 */
export function hourMean(
  samples: readonly HourSample[],
  measure: Pick<Measure, 'pollutant'> & { convert: Converter },
  cycle: Cycle,
  end: number,
): HourMean | null {
  const part = partOf(cycle)
  const parts = new Set<number>()
  const levels: Level[] = []
  for (const { ts, value } of samples) {
    const converted = measure.convert(value)
    if (converted === null) continue
    levels.push({ t: ts, v: converted })
    parts.add(Math.floor((ts % HOUR) / part))
  }
  if (levels.length === 0) return null
  levels.sort((a, b) => a.t - b.t)
  const isSound = measure.pollutant.medium === 'noise'
  const weights = cycle.save_cycle === SAVE.onChange ? untilNext(levels, end) : isSound ? spansOf(levels).weights : null
  const values = levels.map(({ v }) => v)
  const mean = isSound ? equivalentLevel(values, weights ?? undefined) : weightedMean(values, weights)
  if (mean === null || !Number.isFinite(mean)) return null
  return [roundHalfUp(mean, DECIMALS), Math.min(MINUTES, Math.round((parts.size * part) / 60_000))]
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

function partOf({ acquisition_cycle, save_cycle }: Cycle): number {
  if (save_cycle === SAVE.onChange) return HOUR
  const cycle = save_cycle > 0 ? save_cycle * 60_000 : acquisition_cycle * 1000
  return Math.min(HOUR, Math.max(PART, cycle))
}

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
