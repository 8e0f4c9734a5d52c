import { EAQI } from './air/eaqi.ts'
import { HJ633 } from './air/hj633.ts'
import { GAS_STATES, type GasState } from './air/states.ts'
import { USAQI } from './air/usaqi.ts'
import { NOISE } from './noise.ts'
import { isInForce, type Day, type Medium, type Question, type Standard, type Verdict } from './types.ts'
import type { Celsius } from './units.ts'
import { WATER } from './water.ts'

/** Every standard that judges values, those of one family by their first day. */
export const STANDARDS: readonly Standard[] = [...HJ633, USAQI, EAQI, NOISE, WATER].map(measurable)

const byCode = new Map(STANDARDS.map((standard) => [standard.code, standard]))

export const standardOf = (code: string): Standard | undefined => byCode.get(code)

/** Judges values by one standard, whatever the day; undefined where there is no such standard. */
export const evaluate = (code: string, question: Question): Verdict | undefined => byCode.get(code)?.evaluate(question)

/**
 * What a class is called, with its number where words say no order: "Moderately polluted (4)", "Class IV"; null of a class that the standard does not have.
 *
 * @param place of the language among its three words
 */
export function classWord(code: string, level: number, place: 0 | 1 | 2): string | null {
  const standard = byCode.get(code)
  const word = standard?.classes[level - 1]?.[place]
  if (!standard || word === undefined) return null
  return standard.medium === 'air' ? `${word} (${level})` : word
}

/** By which family a project judges its air. */
export const AIR_SCHEMES = ['HJ', 'USAQI', 'EAQI'] as const
export type AirScheme = (typeof AIR_SCHEMES)[number]

const families: Readonly<Record<AirScheme, readonly Standard[]>> = { HJ: HJ633, USAQI: [USAQI], EAQI: [EAQI] }
const others: Readonly<Record<Exclude<Medium, 'air'>, readonly Standard[]>> = { noise: [NOISE], water: [WATER] }

/**
 * The law that holds for a medium on a day: what was measured under a law is judged by it for ever. Before the first edition of a family kept here,
 * that one.
 */
export function lawOf(medium: Medium, day: Day, scheme: AirScheme = 'HJ'): Standard {
  const family = medium === 'air' ? families[scheme] : others[medium]
  const law = family.find((standard) => isInForce(standard, day)) ?? family[0]
  if (!law) throw new Error(`no standard for ${medium}`)
  return byCode.get(law.code) ?? measurable(law)
}

/** The temperature, °C, at which a scheme had the volume of gases on a day. Before the first row kept here, that one. */
export function celsiusOf(day: Day, scheme: AirScheme = 'HJ'): Celsius {
  const rows: readonly GasState[] = GAS_STATES[scheme]
  const state = rows.find((row) => isInForce(row, day)) ?? rows[0]
  if (!state) throw new Error(`no state of gases for ${scheme}`)
  return state.celsius
}

/** A standard that takes a concentration below 0 for one that was not measured: an instrument's drift or fault makes no index and no class. */
function measurable(standard: Standard): Standard {
  if (standard.medium === 'noise') return standard
  return {
    ...standard,
    evaluate: (question) => {
      const { values } = question
      // A copy costs more than judging does; hardly ever one is needed.
      if (!Object.values(values).some(isBelowZero)) return standard.evaluate(question)
      const measured = Object.entries(values).map(([key, value]) => [key, isBelowZero(value) ? null : value] as const)
      return standard.evaluate({ ...question, values: Object.fromEntries(measured) })
    },
  }
}

const isBelowZero = (value: number | null | undefined): boolean => value != null && value < 0
