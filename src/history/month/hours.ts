import type { NodeHours } from '../../../dataProvider/calls/historyHours.ts'
import { decimalsOf } from '../../../resources/kit/reading.ts'
import { drawnValues } from '../panel/nodeLines.ts'
import { HOUR } from '../../../resources/kit/zone.ts'
import type { Medium } from '../../../standards/types.ts'
import { neededOfHour } from '../../../standards/validity.ts'
import { mediumOf } from '../../environment/judge.ts'

/** One hour of a node in display units. */
export interface ShownHour {
  /** Begin of the hour, ms since the epoch. */
  at: number
  mean: number
  low: number
  high: number
  /** Number of values in its mean. */
  valid: number
  /** For a direction: sums of sines and cosines. */
  vector?: readonly [sine: number, cosine: number]
}

/** The hours of a node after its script, oldest first; hours without a valid value are left out. */
export interface HourLine {
  id: number
  label: string
  unit: string
  pollutant: string | null
  /** Sound is averaged by energy. */
  isSound: boolean
  /** Directions are averaged as vectors, and have neither minimum nor maximum. */
  isDirection?: boolean
  decimals: number
  hours: readonly ShownHour[]
  /**
   * Number of suspect or failed values, which are excluded from all hours, including values of hours that have no
   * others.
   */
  leftOut: number
  /** Number of values in a complete hour by the device's acquisition cycle, if it is known. */
  expected?: number
}

/**
 * Converts hours with the node's script, which is linear where a quantity is measured; null for switches and for
 * scripts that return words.
 *
 * @param expected number of values in a complete hour by the device's cycle; null if unknown
 */
export function hourLine(node: NodeHours, expected: number | null = null): HourLine | null {
  const isDirection = node.direction === true
  const counted = node.hours.filter(
    ({ mean, min, max }) => mean !== null && (isDirection || (min !== null && max !== null)),
  )
  const raw = counted.flatMap(({ mean, min, max }) => [mean ?? 0, min ?? mean ?? 0, max ?? mean ?? 0])
  const shown = drawnValues(node, raw)
  if (shown.length !== raw.length) return null
  const at = (index: number): number => shown[index] ?? 0
  return {
    id: node.id,
    label: node.alias,
    unit: node.unitname,
    pollutant: node.pollutant,
    isSound: node.pollutant === 'leq',
    ...(isDirection && { isDirection }),
    decimals: decimalsOf(shown.filter((_value, index) => index % 3 !== 0).slice(0, 300)),
    hours: counted.map((hour, index) => {
      const [mean, one, other] = [at(3 * index), at(3 * index + 1), at(3 * index + 2)]
      return {
        at: hour.at,
        mean,
        low: Math.min(one, other),
        high: Math.max(one, other),
        valid: hour.valid,
        ...(hour.vector && { vector: hour.vector }),
      }
    }),
    leftOut: node.hours.reduce((sum, { flagged }) => sum + flagged, 0),
    ...(expected !== null && { expected }),
  }
}

/** Returns the medium of a node's pollutant; undefined for a pollutant that is not judged. */
export const mediumOfLine = ({ pollutant }: Pick<HourLine, 'pollutant'>): Medium | undefined =>
  pollutant === null ? undefined : mediumOf(pollutant)

/** Returns the usual number of values per hour: the median. */
function usualCount(hours: readonly ShownHour[]): number {
  const counts = hours.map(({ valid }) => valid).toSorted((one, other) => one - other)
  return counts[counts.length >> 1] ?? 0
}

/** The fields that determine which hours of a line are complete. */
export type Countable = Pick<HourLine, 'pollutant' | 'hours' | 'expected'>

const MINUTES = 60
/**
 * Cap on the expected values per hour, one every five minutes: a node that sends evenly but less often than its cycle
 * still samples every minute with these values (server/environment/hours.ts).
 */
const SPARSEST = 12

/**
 * Returns the hours that have as large a share of a complete hour's values as the standards require of its minutes:
 * three quarters, for water any. A complete hour has as many values as hours usually have; for judged pollutants at
 * least as many as the device's cycle implies, capped at one every five minutes, so that a node that always sends too
 * few values has no full hour.
 */
export function fullHours({ pollutant, hours, expected = 0 }: Countable): ShownHour[] {
  const medium = mediumOfLine({ pollutant })
  const whole = Math.max(usualCount(hours), medium === undefined ? 0 : Math.min(SPARSEST, expected))
  const least = (neededOfHour(medium) / MINUTES) * whole
  return hours.filter(({ valid }) => valid >= least)
}

/** Returns how many hours of a span have begun by `now`, ends included. */
export const hoursBegun = ({ from, to }: { from: number; to: number }, now: number): number =>
  Math.max(0, Math.ceil((Math.min(to + 1, now) - from) / HOUR))
