import { isByLaw, partsOf, type SignalRule } from './signal.ts'

/** Classes of the standards count from 1, the best, to this number. */
export const WORST_CLASS = 6

export const isClass = (level: number): boolean => Number.isInteger(level) && level >= 1 && level <= WORST_CLASS

/**
 * How the values of a node get a class and an index. The caller supplies it, because it depends on where the node is:
 * the law of the day, the scheme of the project and the zone of noise are not part of a rule. A station's class is the
 * worst of its pollutants: an "or" over its nodes.
 */
export interface Judge {
  /** How far back it looks, ms; 0: each sample is judged by itself, as for water. */
  reach: number
  /** Code of the standard in force at a moment (standards/). */
  standardAt(ts: number): string
  /**
   * Returns the class, from 1, the best; null if the standard needs more samples than there are.
   *
   * @param samples stored values of the last `reach` ms, oldest first
   */
  levelAt(samples: readonly { ts: number; value: number }[], ts: number): number | null
  /** Whether the standard has an index; those of water, noise and European air have none. */
  hasIndex: boolean
  /** Returns the index of the same samples, 0 to 500, higher is worse; also null if the standard has none. */
  indexAt(samples: readonly { ts: number; value: number }[], ts: number): number | null
}

/** Whether any condition of a rule judges a class or an index. */
export const judgesLaw = (rule: Pick<SignalRule, 'conditions'>): boolean =>
  partsOf(rule).some(({ calc }) => isByLaw(calc))

/**
 * Whether a rule judges only classes and indices. Each node has these by its own unit, so the limits do not depend on
 * the units of other models.
 */
export const judgesOnlyLaw = (rule: Pick<SignalRule, 'conditions'>): boolean =>
  judgesLaw(rule) && partsOf(rule).every(({ calc }) => isByLaw(calc))

/** Whether a rule judges the class of its own node: its limits and values are then classes. */
export const isOfClass = ({ conditions }: Pick<SignalRule, 'conditions'>): boolean => conditions?.calc === 'class'

/**
 * Whether a rule judges the class or the index of its own node: its limits and values then have neither unit nor scale.
 */
export const isOfLaw = ({ conditions }: Pick<SignalRule, 'conditions'>): boolean => isByLaw(conditions?.calc)

/**
 * Whether a rule judges single values of its own node; a mean, a change, a class and an index are made of several
 * values.
 */
export const isOfValue = ({ conditions }: Pick<SignalRule, 'conditions'>): boolean =>
  (conditions?.calc ?? 'value') === 'value'
