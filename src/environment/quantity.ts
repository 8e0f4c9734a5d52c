import type { StationMedium } from '../../dataProvider/calls/environment.ts'
import { POLLUTANTS } from '../../resources/pollutants.ts'
import { STANDARDS } from '../../standards/index.ts'
import { LEVELS, SCALE_OF, type Scale } from './scale.ts'
import { classOf, figureOf, partClass, type StationVerdict } from './verdict.ts'

const AIR = ['pm25', 'pm10', 'o3', 'no2', 'so2', 'co'] as const
const WATER = ['do', 'cod', 'nh3n', 'tp'] as const

/** Quantities that stations report: overall indices and classes, or a single pollutant of air or water. */
export const QUANTITIES = ['aqi', ...AIR, 'noise', 'water', ...WATER] as const
export type Quantity = (typeof QUANTITIES)[number]

const isOfWater = (quantity: Quantity): boolean => WATER.some((key) => key === quantity)

/**
 * Quantities of a map. Single pollutants of water would be wrong for an area: its hour is that of the station with the
 * worst class, whichever pollutant decides it.
 */
export const MAP_QUANTITIES: readonly Quantity[] = QUANTITIES.filter((quantity) => !isOfWater(quantity))

/** Quantities by which a list can be ordered: water as a whole has a class and no number. */
export const SORTABLE_QUANTITIES: readonly Quantity[] = QUANTITIES.filter((quantity) => quantity !== 'water')

const WORSE_LOW = new Set(STANDARDS.flatMap(({ worseLow = [] }) => worseLow))

/** Returns whether lower values of a quantity are worse, as for dissolved oxygen. */
export const isWorseLow = (quantity: Quantity): boolean => WORSE_LOW.has(quantity)

const WHOLE: Readonly<Partial<Record<Quantity, StationMedium>>> = { aqi: 'air', noise: 'noise', water: 'water' }

export const mediumOfQuantity = (quantity: Quantity): StationMedium =>
  WHOLE[quantity] ?? (isOfWater(quantity) ? 'water' : 'air')
export const scaleOfQuantity = (quantity: Quantity): Scale => SCALE_OF[mediumOfQuantity(quantity)]

/** Returns the sortable quantities of the media in which some station is judged. */
export const sortableQuantities = (verdicts: Iterable<StationVerdict>): readonly Quantity[] => {
  const media = new Set([...verdicts].map(({ medium }) => medium))
  return SORTABLE_QUANTITIES.filter((quantity) => media.has(mediumOfQuantity(quantity)))
}

/** Returns whether a quantity is a single pollutant, found among the parts of a verdict, not the verdict as a whole. */
export const isPollutant = (quantity: Quantity): boolean => WHOLE[quantity] === undefined

const UNITS = new Map<string, string>(POLLUTANTS.map(({ key, unit }) => [key, unit]))

/** Returns the pollutant of a mean: o3 for o3_8h. */
export const pollutantOfMean = (key: string): string => key.replace(/_\d+h$/, '')

/**
 * Returns the unit of a pollutant's means (o3, o3_8h), which is the platform's: the US index uses other units for
 * gases. '' if the pollutant has none.
 */
export const unitOfPollutant = (key: string): string => UNITS.get(pollutantOfMean(key)) ?? ''

/** Returns the unit of a quantity's values; '' for an index. */
export const unitOfQuantity = (quantity: Quantity): string => (quantity === 'noise' ? 'dB' : unitOfPollutant(quantity))

/**
 * Returns the mean that represents a pollutant: by the US index, ozone is represented by eight hours (o3_8h) if its
 * hour is not judged, or has a lower index.
 */
export function partKeyOf(parts: Readonly<Record<string, { index: number | null }>>, pollutant: string): string {
  const eight = `${pollutant}_8h`
  return (parts[eight]?.index ?? -1) > (parts[pollutant]?.index ?? -1) ? eight : pollutant
}

/**
 * Returns the averaging period of a mean in an hour's verdict: a key of `environment.period`, or a name of its own. The
 * US index averages the preceding eight hours for ozone and carbon monoxide, and particles by NowCast
 * (server/environment/verdicts.ts).
 */
export function periodOfMean({ standard, period }: Pick<StationVerdict, 'standard' | 'period'>, key: string): string {
  if (key.endsWith('_8h')) return '8h'
  return (period === '1h' && standard.startsWith('USAQI') && US_PERIODS[key]) || period
}
const US_PERIODS: Readonly<Record<string, string>> = { co: '8h', pm25: 'NowCast', pm10: 'NowCast' }

/** Returns the key of a mean for display, with its eight hours if it covers those: co_8h for co by the US index. */
export const namedMean = (judged: Pick<StationVerdict, 'standard' | 'period'>, key: string): string =>
  periodOfMean(judged, key) === '8h' ? `${pollutantOfMean(key)}_8h` : key

/** A station's reading of a quantity. */
export interface StationReading {
  verdict: StationVerdict
  scale: Scale
  /** Null: the station measures the quantity, but it cannot be judged. */
  level: number | null
  /** The index, the pollutant's mean, or the sound level; null for water and if there is none. */
  value: number | null
  /** Averaging period of `value` (`periodOfMean`). */
  period: string
  /** The index from which a field is interpolated; null if there is none. */
  index: number | null
  /** Pollutants that an overall air index lacks. */
  missing: readonly string[]
}

/** Returns a station's reading of a quantity; null if it does not measure it. */
function readingOf(verdict: StationVerdict, quantity: Quantity): StationReading | null {
  if (verdict.medium !== mediumOfQuantity(quantity)) return null
  const { scale } = verdict
  if (WHOLE[quantity]) {
    const level = classOf(verdict)?.level ?? null
    const missing = quantity === 'aqi' ? verdict.missing : []
    return { verdict, scale, level, value: figureOf(verdict), period: verdict.period, index: verdict.index, missing }
  }
  const mean = partKeyOf(verdict.parts, quantity)
  const part = verdict.parts[mean]
  if (!part) return null
  const level = partClass(verdict, part)?.level ?? null
  const period = periodOfMean(verdict, mean)
  return { verdict, scale, level, value: part.value, period, index: part.index, missing: [] }
}

/** Returns a sort key for the readings of a quantity: by class, then by value; higher is worse. */
export const badnessOf = ({ level, value }: StationReading): number =>
  level === null ? -1 : level * 1e6 + Math.min(Math.max(value ?? 0, 0), 1e6 - 1)

/** Returns the readings of a quantity by device. */
export function readingsOf(
  verdicts: Iterable<StationVerdict>,
  quantity: Quantity,
): ReadonlyMap<number, StationReading> {
  const found = new Map<number, StationReading>()
  for (const verdict of verdicts) {
    const reading = readingOf(verdict, quantity)
    if (reading) found.set(verdict.deviceid, reading)
  }
  return found
}

/** Returns the quantities of a map that some station measures, in their fixed order. */
export function measuredQuantities(verdicts: Iterable<StationVerdict>): readonly Quantity[] {
  const media = new Set<StationMedium>()
  const parts = new Set<string>()
  for (const verdict of verdicts) {
    media.add(verdict.medium)
    if (verdict.medium === 'air') for (const key of Object.keys(verdict.parts)) parts.add(pollutantOfMean(key))
  }
  return MAP_QUANTITIES.filter((quantity) => {
    const whole = WHOLE[quantity]
    return whole ? media.has(whole) : parts.has(quantity)
  })
}

/**
 * Returns the indices at which air classes meet, for a field of a standard's indices; the European index counts its
 * classes.
 */
export const indexLimits = (standard: string): readonly number[] =>
  standard.startsWith('EAQI') ? CLASS_LIMITS : INDEX_LIMITS
const INDEX_LIMITS = [50, 100, 150, 200, 300] as const
const CLASS_LIMITS = Array.from({ length: LEVELS.a - 1 }, (_, at) => at + 1.5)
