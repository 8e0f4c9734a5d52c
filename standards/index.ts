import { EAQI } from './air/eaqi.ts'
import { HJ633 } from './air/hj633.ts'
import { GAS_STATES, type GasState } from './air/states.ts'
import { USAQI } from './air/usaqi.ts'
import { NOISE } from './noise.ts'
import { isInForce, type Day, type Medium, type Question, type Standard, type Verdict } from './types.ts'
import type { Celsius } from './units.ts'
import { WATER } from './water.ts'

/** All standards; those of one family by their first day. */
export const STANDARDS: readonly Standard[] = [...HJ633, USAQI, EAQI, NOISE, WATER].map(measurable)

const byCode = new Map(STANDARDS.map((standard) => [standard.code, standard]))

export const standardOf = (code: string): Standard | undefined => byCode.get(code)

/** Judges values by one standard, whatever the day; undefined if there is no such standard. */
export const evaluate = (code: string, question: Question): Verdict | undefined => byCode.get(code)?.evaluate(question)

/**
 * Returns the name of a class, with its number if the words show no order: "Moderately polluted (4)", "Class IV"; null
 * if the standard does not have the class.
 *
 * @param place index of the language among the three words
 */
export function classWord(code: string, level: number, place: 0 | 1 | 2): string | null {
  const standard = byCode.get(code)
  const word = standard?.classes[level - 1]?.[place]
  if (!standard || word === undefined) return null
  return standard.medium === 'air' ? `${word} (${level})` : word
}

/** The families of standards by which a project can judge its air. */
export const AIR_SCHEMES = ['HJ', 'USAQI', 'EAQI'] as const
export type AirScheme = (typeof AIR_SCHEMES)[number]

const families: Readonly<Record<AirScheme, readonly Standard[]>> = { HJ: HJ633, USAQI: [USAQI], EAQI: [EAQI] }
const others: Readonly<Record<Exclude<Medium, 'air'>, readonly Standard[]>> = { noise: [NOISE], water: [WATER] }

/**
 * Returns the standard in force for a medium on a day: values are always judged by the standard of the day they were
 * measured. For days before the first edition of a family kept here, that edition.
 *
 * @throws Error if the medium has no standard
 */
export function lawOf(medium: Medium, day: Day, scheme: AirScheme = 'HJ'): Standard {
  const family = medium === 'air' ? families[scheme] : others[medium]
  const law = family.find((standard) => isInForce(standard, day)) ?? family[0]
  if (!law) throw new Error(`no standard for ${medium}`)
  return byCode.get(law.code) ?? measurable(law)
}

/**
 * Returns the reference temperature of gas volumes, °C, that a scheme prescribed on a day. For days before the first
 * row kept here, that row.
 */
export function celsiusOf(day: Day, scheme: AirScheme = 'HJ'): Celsius {
  const rows: readonly GasState[] = GAS_STATES[scheme]
  const state = rows.find((row) => isInForce(row, day)) ?? rows[0]
  if (!state) throw new Error(`no state of gases for ${scheme}`)
  return state.celsius
}

/**
 * Wraps a standard so that a concentration below 0 counts as not measured: an instrument's drift or fault yields
 * neither an index nor a class.
 */
function measurable(standard: Standard): Standard {
  if (standard.medium === 'noise') return standard
  return {
    ...standard,
    evaluate: (question) => {
      const { values } = question
      // Copying the values costs more than judging them and is hardly ever needed.
      if (!Object.values(values).some(isBelowZero)) return standard.evaluate(question)
      const measured = Object.entries(values).map(([key, value]) => [key, isBelowZero(value) ? null : value] as const)
      return standard.evaluate({ ...question, values: Object.fromEntries(measured) })
    },
  }
}

const isBelowZero = (value: number | null | undefined): boolean => value != null && value < 0
