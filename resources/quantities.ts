import { limitsOf, type NodeRange, type ReadingLimits } from './kit/reading.ts'
import { pollutantOf, type Pollutant } from './pollutants.ts'

/** What a quantity can be at all, in the unit of its values as they are shown; ends that physics leaves open are infinite. */
export interface PossibleRange {
  low: number
  high: number
}

/** What is asked about: the pollutant of the node, else the code under which its values are sent, and its unit. */
export interface Quantity {
  pollutant: Pollutant | undefined
  key_msg: string | null
  unitname: string | null
}

/**
 * What a quantity can be at all: no concentration and no level of sound is below 0, no humidity above 100 %, no direction beyond a turn. Null where nothing is
 * known of it. An end that depends on the unit holds where that is the usual one, or none is named.
 */
export function possibleOf({ pollutant, key_msg, unitname }: Quantity): PossibleRange | null {
  const unit = (unitname ?? '').trim()
  const code = (key_msg ?? '').trim().split('-')[0] ?? ''
  if (pollutant) return pollutant.key === 'ph' ? PH : POSITIVE
  const known = CODES.find(([pattern]) => pattern.test(code))
  if (known) return known[2] === null || unit === '' || known[2].includes(unit) ? known[1] : openOf(known[1])
  return HUMIDITY_UNITS.includes(unit) ? PERCENT : null
}

/** What a node of a product model can measure, by its record and the quantity it is of. */
export const readingLimitsOf = (
  row: NodeRange & { pollutant: number | null } & Omit<Quantity, 'pollutant'>,
): ReadingLimits => limitsOf(row, possibleOf({ ...row, pollutant: pollutantOf(row.pollutant, row.key_msg) }))

/** In a unit that is not known 0 alone keeps its meaning. */
const openOf = ({ low }: PossibleRange): PossibleRange | null => (low === 0 ? POSITIVE : null)

const POSITIVE: PossibleRange = { low: 0, high: Infinity }
const PERCENT: PossibleRange = { low: 0, high: 100 }
const PH: PossibleRange = { low: 0, high: 14 }
const HUMIDITY_UNITS = ['%RH', '%rh', '％RH']

/** Codes of HJ 212 by what they name, the range of that, and the units it is given in; null: it holds in any. The first that fits counts. */
const CODES: readonly (readonly [code: RegExp, range: PossibleRange, units: readonly string[] | null])[] = [
  [/^a01001$/, { low: -100, high: 100 }, ['℃', '°C']],
  [/^a01(002|014)$/, PERCENT, ['%', '％', ...HUMIDITY_UNITS]],
  [/^a010(06|07)$/, POSITIVE, null],
  [/^a01008$/, { low: 0, high: 360 }, ['°', 'º', 'deg', '度']],
  // Gases, particles and their parts (HJ 524).
  [/^a(0[56]|1\d|[2-5]\d)\d{3}$/, POSITIVE, null],
  [/^w01001$/, PH, null],
  [/^w01010$/, { low: -10, high: 100 }, ['℃', '°C']],
  // Colour, turbidity, solids, oxygen, conductivity, demands of oxygen, and all that is dissolved (HJ 525).
  [/^w01(002|003|006|009|012|014|017|018|019|020)$/, POSITIVE, null],
  [/^w(02|1\d|[23]\d)\d{3}$/, POSITIVE, null],
  [/^L(A|eq|n|d|dn|max|min|\d+)$/, POSITIVE, null],
]
