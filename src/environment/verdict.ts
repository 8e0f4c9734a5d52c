import type { StationPart, StationRow } from '../../dataProvider/calls/environment.ts'
import { standardOf } from '../../standards/index.ts'
import { PERIODS } from '../../standards/types.ts'
import { levelOn, SCALE_OF, severityOf, type Scale, type ScaleLevel } from './scale.ts'

/**
 * The verdict of a station's hour on the console's scales: a row of GET environment. `level` is null if it cannot be
 * judged.
 */
export interface StationVerdict extends StationRow {
  scale: Scale
  level: number | null
  /** Number of pollutants that the standard requires, and of those that are present: "4 of 6". */
  needed: number
  known: number
}

export function verdictOf(row: StationRow): StationVerdict {
  const needed = neededBy(row)
  return {
    ...row,
    scale: SCALE_OF[row.medium],
    level: levelOn(row.medium, row.level, row.exceeded),
    needed,
    known: Math.max(0, needed - row.missing.length),
  }
}

/**
 * Returns whether a place counts as a station of its standard: it is judged, or would be if it reported more. A sensor
 * of one pollutant among six is hardly ever judged, and is no station, offline or not. Decided by what the place
 * measures or, if the platform does not report that, by what it sent. The US index needs one pollutant only.
 */
export const isStation = ({ level, standard, measures, known, needed }: StationVerdict): boolean =>
  level !== null ||
  (measures === undefined
    ? known === 0 || 2 * known >= needed
    : 2 * measures >= (standard.startsWith('USAQI') ? 1 : needed))

/** Returns the class of a verdict; null if it has none. */
export const classOf = ({ scale, level }: Pick<StationVerdict, 'scale' | 'level'>): ScaleLevel | null =>
  level === null ? null : { scale, level }

/** Returns the class of one pollutant of a verdict. */
export function partClass({ scale, medium }: StationVerdict, part: StationPart | undefined): ScaleLevel | null {
  if (!part) return null
  const exceeded = typeof part.exceeded === 'number' ? part.exceeded : null
  return classOf({ scale, level: levelOn(medium, part.level, exceeded) })
}

/** Returns the number on a plate: the air index or the noise level; null for water, whose class is shown instead. */
export const figureOf = ({ scale, index, value, parts }: StationVerdict): number | null => {
  if (scale !== 'n') return index
  const level = value ?? parts['leq']?.value ?? null
  return level === null ? null : Math.round(level)
}

/**
 * Returns the main verdict of a station that measures several media: the worse one; if equal, air before water before
 * noise.
 */
export function worseOf(a: StationVerdict, b: StationVerdict): StationVerdict {
  const [first, second] = [classOf(a), classOf(b)]
  if (!first || !second) return first ? a : second ? b : byMedium(a, b)
  const difference = severityOf(first) - severityOf(second)
  return difference > 0 ? a : difference < 0 ? b : byMedium(a, b)
}

const MEDIUM_ORDER: Readonly<Record<Scale, number>> = { a: 0, w: 1, n: 2 }
const byMedium = (a: StationVerdict, b: StationVerdict): StationVerdict =>
  MEDIUM_ORDER[a.scale] <= MEDIUM_ORDER[b.scale] ? a : b

/** Returns the main verdict of each station. */
export function byDeviceOf(verdicts: Iterable<StationVerdict>): ReadonlyMap<number, StationVerdict> {
  const found = new Map<number, StationVerdict>()
  for (const verdict of verdicts) {
    const other = found.get(verdict.deviceid)
    found.set(verdict.deviceid, other ? worseOf(other, verdict) : verdict)
  }
  return found
}

/**
 * Returns how many pollutants a standard requires, which is the number it reports as missing without any values. For
 * water 1: any measured pollutant suffices.
 */
export function neededBy({ medium, standard, period }: Pick<StationRow, 'medium' | 'standard' | 'period'>): number {
  if (medium !== 'air') return 1
  const key = `${standard} ${period}`
  const known = counts.get(key)
  if (known !== undefined) return known
  const asked = PERIODS.find((one) => one === period) ?? '1h'
  const count = standardOf(standard)?.evaluate({ period: asked, values: {}, day: '9999' }).missing.length ?? 0
  counts.set(key, count)
  return count
}

const counts = new Map<string, number>()
