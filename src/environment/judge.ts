import { celsiusOf, lawOf, type AirScheme } from '../../standards/index.ts'
import { isDaytime } from '../../standards/noise.ts'
import { noiseLevel } from '../../standards/levels.ts'
import type { Body, Medium, NoiseZone, Period, Question, Standard } from '../../standards/types.ts'
import { factorOf } from '../../standards/units.ts'
import { POLLUTANTS } from '../../resources/pollutants.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { SCALE_OF, type ScaleLevel } from './scale.ts'

/** Where a value was measured, and the scheme that judges it; by default HJ, a river and no noise zone. */
export interface Where {
  scheme?: AirScheme | undefined
  zone?: NoiseZone | undefined
  body?: Body | undefined
  traffic?: boolean | undefined
}

/** The class of one value, and the basis of the judgement. */
export interface Judgement extends ScaleLevel {
  index: number | null
  standard: string
  period: Period
  limit: number | null
  exceeded: boolean | number | null
}

const media = new Map(POLLUTANTS.map(({ key, medium }) => [key, medium]))

/** Returns the medium of a pollutant; undefined for one that is not judged. */
export const mediumOf = (pollutant: string): Medium | undefined => media.get(pollutant.replace(/_\d+h$/, ''))

/**
 * Judges one value of a node in display units. Returns null if it is not judged: another quantity, a unit without
 * conversion to the standard's, noise without a zone, or a mean for which the standard has no row.
 *
 * @param pollutant its key as in resources/pollutants.ts
 * @param unit the node's unit, that of the value
 * @param period averaging period assumed for the value; noise and water have their own: day or night by the hour,
 * sample
 * @param at the value's time, ms since the epoch: the standard in force on its day applies
 */
export function judgeValue(
  zone: Zone,
  value: number,
  pollutant: string,
  unit: string,
  period: Period,
  at: number,
  where: Where = {},
): Judgement | null {
  const rule = ruleOf(zone, pollutant, unit, period, at, where)
  return rule && judgeBy(rule, value)
}

/** The row of a standard that judges a node's values. */
export interface RuleOfNode {
  law: Standard
  medium: Medium
  pollutant: string
  /** Factor from the node's unit to the standard's. */
  factor: number
  question: Omit<Question, 'values'>
}

export function ruleOf(
  zone: Zone,
  pollutant: string,
  unit: string,
  period: Period,
  at: number,
  { scheme, zone: noise, body, traffic }: Where,
): RuleOfNode | null {
  const medium = mediumOf(pollutant)
  if (!medium || (medium === 'noise' && !noise)) return null
  const day = zone.day(at)
  const law = lawOf(medium, day, scheme)
  const to = law.units[pollutant]
  if (to === undefined) return null
  const written = unit.trim()
  const plain = written === '' || medium === 'noise' || to === '' || to === '/L'
  const factor = plain ? 1 : factorOf({ from: written, to, pollutant, celsius: celsiusOf(day, scheme) })
  if (factor === null) return null
  const own: Period =
    medium === 'water' ? 'sample' : medium === 'air' ? period : isDaytime(zone.hour(at)) ? 'day' : 'night'
  const site = { ...(noise && { zone: noise }), ...(body && { body }), ...(traffic && { traffic }) }
  return { law, medium, pollutant, factor, question: { period: own, day, ...site } }
}

export function judgeBy({ law, medium, pollutant, factor, question }: RuleOfNode, value: number): Judgement | null {
  if (!Number.isFinite(value) || value < 0) return null
  // Removes digits beyond any instrument's precision, left by conversion and averaging, which could put a value at a
  // limit on the wrong side.
  const converted = Number((value * factor).toPrecision(9))
  const part = law.evaluate({ ...question, values: { [pollutant]: converted } }).parts[pollutant]
  if (!part || part.level === null) return null
  const exceeded = typeof part.exceeded === 'number' ? part.exceeded : null
  const level = medium === 'noise' ? noiseLevel(part.level, exceeded) : part.level
  if (level === null) return null
  return {
    scale: SCALE_OF[medium],
    level,
    index: part.index,
    standard: law.code,
    period: question.period,
    limit: part.limit,
    exceeded: part.exceeded,
  }
}
