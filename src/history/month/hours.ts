import type { NodeHours } from '../../../dataProvider/calls/historyHours.ts'
import { decimalsOf } from '../../../resources/kit/reading.ts'
import { drawnValues } from '../panel/nodeLines.ts'
import { HOUR } from '../../../resources/kit/zone.ts'
import type { Medium } from '../../../standards/types.ts'
import { neededOfHour } from '../../../standards/validity.ts'
import { mediumOf } from '../../environment/judge.ts'

/** One hour of a node as it is shown. */
export interface ShownHour {
  /** Its begin, epoch ms. */
  at: number
  mean: number
  low: number
  high: number
  /** How many values make its mean. */
  valid: number
  /** Of a direction: sums of sines and cosines. */
  vector?: readonly [sine: number, cosine: number]
}

/** The hours of a node through its script, oldest first; those without a value that counts are left out. */
export interface HourLine {
  id: number
  label: string
  unit: string
  pollutant: string | null
  /** Sound has means of energies. */
  isSound: boolean
  /** Directions have means of vectors, and neither least nor greatest. */
  isDirection?: boolean
  decimals: number
  hours: readonly ShownHour[]
  /** How many values are suspect or failed and count in none of them, those of hours that have no others among them. */
  leftOut: number
  /** Values of a whole hour by the cycle of the device, where that says it. */
  expected?: number
}

/**
 * Hours through the node's script, which is a straight line where a quantity is measured; null of switches and words.
 *
 * @param expected values of a whole hour by the cycle of the device; null where nobody can say
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

/** What a node's pollutant is measured in; undefined of what law does not judge. */
export const mediumOfLine = ({ pollutant }: Pick<HourLine, 'pollutant'>): Medium | undefined =>
  pollutant === null ? undefined : mediumOf(pollutant)

/** How many values an hour usually has: the median. */
function usualCount(hours: readonly ShownHour[]): number {
  const counts = hours.map(({ valid }) => valid).toSorted((one, other) => one - other)
  return counts[counts.length >> 1] ?? 0
}

/** What says which hours of a line are whole ones. */
export type Countable = Pick<HourLine, 'pollutant' | 'hours' | 'expected'>

const MINUTES = 60
/** Values of a whole hour, five minutes apart: a node that sends evenly and more seldom than its cycle says samples every minute with them (server/environment/hours.ts). */
const SPARSEST = 12

/**
 * Hours with as large a part of a whole one's values as the standards ask for minutes of sampling: three quarters, of water any. A whole one has as many as hours
 * usually have; of what law judges no fewer than the device's cycle says, up to one in five minutes, so that one that always sends too few has no full hour.
 */
export function fullHours({ pollutant, hours, expected = 0 }: Countable): ShownHour[] {
  const medium = mediumOfLine({ pollutant })
  const whole = Math.max(usualCount(hours), medium === undefined ? 0 : Math.min(SPARSEST, expected))
  const least = (neededOfHour(medium) / MINUTES) * whole
  return hours.filter(({ valid }) => valid >= least)
}

/** Hours of a span that have begun by `now`, ends included. */
export const hoursBegun = ({ from, to }: { from: number; to: number }, now: number): number =>
  Math.max(0, Math.ceil((Math.min(to + 1, now) - from) / HOUR))
