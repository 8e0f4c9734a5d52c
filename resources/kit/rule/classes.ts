import { isByLaw, partsOf, type SignalRule } from './signal.ts'

/** Classes of the standards count from 1, the best, to this. */
export const WORST_CLASS = 6

export const isClass = (level: number): boolean => Number.isInteger(level) && level >= 1 && level <= WORST_CLASS

/**
 * By which standard the values of a node have a class and an index. Given by whoever knows where it stands, for the law of its day, the scheme of the project and
 * the zone of noise are no part of a rule. The class of a station is the worst of its pollutants: "or" over its nodes.
 */
export interface Judge {
  /** How far back it looks, ms; 0: a sample is judged by itself, as of water. */
  reach: number
  /** Code of the standard that holds at a moment (standards/). */
  standardAt(ts: number): string
  /**
   * The class, from 1, the best; null where the standard says nothing of so few samples.
   *
   * @param samples as they are stored, of the time it looks back over, oldest first
   */
  levelAt(samples: readonly { ts: number; value: number }[], ts: number): number | null
  /** Whether the standard has an index: not of water, of sound and of European air. */
  hasIndex: boolean
  /** The index, 0 to 500, the more the worse, of the same samples; null also where the standard has none. */
  indexAt(samples: readonly { ts: number; value: number }[], ts: number): number | null
}

/** Whether a class or an index is judged somewhere in a rule. */
export const judgesLaw = (rule: Pick<SignalRule, 'conditions'>): boolean =>
  partsOf(rule).some(({ calc }) => isByLaw(calc))

/** Whether classes and indices are all that a rule judges. Each node has them by its own unit, so what units other models measure in matters to none of its limits. */
export const judgesOnlyLaw = (rule: Pick<SignalRule, 'conditions'>): boolean =>
  judgesLaw(rule) && partsOf(rule).every(({ calc }) => isByLaw(calc))

/** Whether a class is what a rule judges of its own node: its limits and values are classes then. */
export const isOfClass = ({ conditions }: Pick<SignalRule, 'conditions'>): boolean => conditions?.calc === 'class'

/** Whether a class or an index is what a rule judges of its own node: its limits and values have neither unit nor scale then. */
export const isOfLaw = ({ conditions }: Pick<SignalRule, 'conditions'>): boolean => isByLaw(conditions?.calc)

/** Whether one value of its own node alone is what a rule judges of it; a mean, a change, a class and an index are made of several. */
export const isOfValue = ({ conditions }: Pick<SignalRule, 'conditions'>): boolean =>
  (conditions?.calc ?? 'value') === 'value'
