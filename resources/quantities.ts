import { limitsOf, type NodeRange, type ReadingLimits } from './kit/reading.ts'
import { pollutantOf, type Pollutant } from './pollutants.ts'

/** The physically possible range of a quantity, in the unit of its displayed values; open ends are infinite. */
export interface PossibleRange {
  low: number
  high: number
}

/**
 * What identifies a quantity: the pollutant of the node, else the code under which its values are sent, and its unit.
 */
export interface Quantity {
  pollutant: Pollutant | undefined
  key_msg: string | null
  unitname: string | null
}

/**
 * Returns the possible range of a quantity: no concentration and no sound level is below 0, no humidity above 100 %, no
 * direction beyond a full turn. Null if nothing is known about it. A limit that depends on the unit applies if the unit
 * is the usual one, or none is given.
 */
export function possibleRange({ pollutant, key_msg, unitname }: Quantity): PossibleRange | null {
  const unit = (unitname ?? '').trim()
  const code = (key_msg ?? '').trim().split('-')[0] ?? ''
  if (pollutant) return pollutant.key === 'ph' ? PH : POSITIVE
  const known = CODES.find(([pattern]) => pattern.test(code))
  if (known) return known[2] === null || unit === '' || known[2].includes(unit) ? known[1] : openOf(known[1])
  return HUMIDITY_UNITS.includes(unit) ? PERCENT : null
}

/** Returns what a node of a product model can measure, from its record and its quantity. */
export const readingLimitsOf = (
  row: NodeRange & { pollutant: number | null } & Omit<Quantity, 'pollutant'>,
): ReadingLimits => limitsOf(row, possibleRange({ ...row, pollutant: pollutantOf(row.pollutant, row.key_msg) }))

/** In an unknown unit only the limit 0 keeps its meaning. */
const openOf = ({ low }: PossibleRange): PossibleRange | null => (low === 0 ? POSITIVE : null)

const POSITIVE: PossibleRange = { low: 0, high: Infinity }
const PERCENT: PossibleRange = { low: 0, high: 100 }
const PH: PossibleRange = { low: 0, high: 14 }
const HUMIDITY_UNITS = ['%RH', '%rh', '％RH']

/**
 * Codes of HJ 212 with the range of their quantity, and the units it applies to; null: it applies in any unit. The
 * first match counts.
 */
const CODES: readonly (readonly [code: RegExp, range: PossibleRange, units: readonly string[] | null])[] = [
  [/^a01001$/, { low: -100, high: 100 }, ['℃', '°C']],
  [/^a01(002|014)$/, PERCENT, ['%', '％', ...HUMIDITY_UNITS]],
  [/^a010(06|07)$/, POSITIVE, null],
  [/^a01008$/, { low: 0, high: 360 }, ['°', 'º', 'deg', '度']],
  // Gases, particles and their components (HJ 524).
  [/^a(0[56]|1\d|[2-5]\d)\d{3}$/, POSITIVE, null],
  [/^w01001$/, PH, null],
  [/^w01010$/, { low: -10, high: 100 }, ['℃', '°C']],
  // Colour, turbidity, solids, oxygen, conductivity, oxygen demands, and all dissolved substances (HJ 525).
  [/^w01(002|003|006|009|012|014|017|018|019|020)$/, POSITIVE, null],
  [/^w(02|1\d|[23]\d)\d{3}$/, POSITIVE, null],
  [/^L(A|eq|n|d|dn|max|min|\d+)$/, POSITIVE, null],
]
