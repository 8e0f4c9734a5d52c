import type { StationMedium } from '../../dataProvider/calls/environment.ts'
import { POLLUTANTS } from '../../resources/pollutants.ts'
import { STANDARDS } from '../../standards/index.ts'
import { LEVELS, SCALE_OF, type Scale } from './scale.ts'
import { classOf, figureOf, partClass, type StationVerdict } from './verdict.ts'

const AIR = ['pm25', 'pm10', 'o3', 'no2', 'so2', 'co'] as const
const WATER = ['do', 'cod', 'nh3n', 'tp'] as const

/** What can be read of stations: indices and classes as a whole, or one pollutant of the air or of water. */
export const QUANTITIES = ['aqi', ...AIR, 'noise', 'water', ...WATER] as const
export type Quantity = (typeof QUANTITIES)[number]

const isOfWater = (quantity: Quantity): boolean => WATER.some((key) => key === quantity)

/** Those a map can show. Of an area it would tell single ones of water wrongly: its hour is that of the station whose class is the worst, whatever decides. */
export const MAP_QUANTITIES: readonly Quantity[] = QUANTITIES.filter((quantity) => !isOfWater(quantity))

/** Those a list can be ordered by: water as a whole has a class and no figure. */
export const SORTABLE_QUANTITIES: readonly Quantity[] = QUANTITIES.filter((quantity) => quantity !== 'water')

const WORSE_LOW = new Set(STANDARDS.flatMap(({ worseLow = [] }) => worseLow))

/** Whether less of a quantity is worse, as of dissolved oxygen: the worst of them is the lowest then. */
export const isWorseLow = (quantity: Quantity): boolean => WORSE_LOW.has(quantity)

const WHOLE: Readonly<Partial<Record<Quantity, StationMedium>>> = { aqi: 'air', noise: 'noise', water: 'water' }

export const mediumOfQuantity = (quantity: Quantity): StationMedium =>
  WHOLE[quantity] ?? (isOfWater(quantity) ? 'water' : 'air')
export const scaleOfQuantity = (quantity: Quantity): Scale => SCALE_OF[mediumOfQuantity(quantity)]

/** Of the quantities that a list can be ordered by those of media that some station is judged in. */
export const sortableQuantities = (verdicts: Iterable<StationVerdict>): readonly Quantity[] => {
  const media = new Set([...verdicts].map(({ medium }) => medium))
  return SORTABLE_QUANTITIES.filter((quantity) => media.has(mediumOfQuantity(quantity)))
}

/** Whether a quantity is one pollutant, which stands among the parts of a verdict, and not the verdict as a whole. */
export const isPollutant = (quantity: Quantity): boolean => WHOLE[quantity] === undefined

const UNITS = new Map<string, string>(POLLUTANTS.map(({ key, unit }) => [key, unit]))

/** The pollutant that a mean is of: o3 of o3_8h. */
export const pollutantOfMean = (key: string): string => key.replace(/_\d+h$/, '')

/** The unit of a pollutant's means (o3, o3_8h), which is that of the platform: the US index takes gases in others. '' of what has none. */
export const unitOfPollutant = (key: string): string => UNITS.get(pollutantOfMean(key)) ?? ''

/** The unit of a quantity's figures; '' of an index. */
export const unitOfQuantity = (quantity: Quantity): string => (quantity === 'noise' ? 'dB' : unitOfPollutant(quantity))

/** The mean that a pollutant is read by: by the US index ozone is judged by eight hours (o3_8h) where its hour is not, or less badly. */
export function partKeyOf(parts: Readonly<Record<string, { index: number | null }>>, pollutant: string): string {
  const eight = `${pollutant}_8h`
  return (parts[eight]?.index ?? -1) > (parts[pollutant]?.index ?? -1) ? eight : pollutant
}

/**
 * How long a mean is that a verdict of an hour tells: a key of `environment.period`, or a name of its own. The US index looks back from the hour, over eight of ozone and
 * carbon monoxide, and on particles by NowCast (server/environment/verdicts.ts).
 */
export function periodOfMean({ standard, period }: Pick<StationVerdict, 'standard' | 'period'>, key: string): string {
  if (key.endsWith('_8h')) return '8h'
  return (period === '1h' && standard.startsWith('USAQI') && US_PERIODS[key]) || period
}
const US_PERIODS: Readonly<Record<string, string>> = { co: '8h', pm25: 'NowCast', pm10: 'NowCast' }

/** The key that a mean is named by beside its value, with its eight hours where it is of those: co_8h of co by the US index. */
export const namedMean = (judged: Pick<StationVerdict, 'standard' | 'period'>, key: string): string =>
  periodOfMean(judged, key) === '8h' ? `${pollutantOfMean(key)}_8h` : key

/** What a station says of a quantity. */
export interface StationReading {
  verdict: StationVerdict
  scale: Scale
  /** Null: it measures it, and cannot be judged. */
  level: number | null
  /** The index, the mean of the pollutant, the level of sound; null of water and where there is none. */
  value: number | null
  /** What `value` is a mean of (`periodOfMean`). */
  period: string
  /** The index that a field is drawn of; null where there is none. */
  index: number | null
  /** What an index of the whole air was made without. */
  missing: readonly string[]
}

/** A station's reading of a quantity; null where it does not measure it. */
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

/** How bad a reading is beside others of its quantity: by class, then by value. */
export const badnessOf = ({ level, value }: StationReading): number =>
  level === null ? -1 : level * 1e6 + Math.min(Math.max(value ?? 0, 0), 1e6 - 1)

/** The readings of a quantity by device. */
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

/** Those quantities of a map that some station measures, in their order. */
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

/** Indices at which classes of the air meet, as a field of a standard's indices has them; the European index counts its classes. */
export const indexLimits = (standard: string): readonly number[] =>
  standard.startsWith('EAQI') ? CLASS_LIMITS : INDEX_LIMITS
const INDEX_LIMITS = [50, 100, 150, 200, 300] as const
const CLASS_LIMITS = Array.from({ length: LEVELS.a - 1 }, (_, at) => at + 1.5)
