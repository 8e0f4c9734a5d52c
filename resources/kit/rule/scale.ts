import { readingOf, UNKNOWN, type LeveledLimits, type Reading } from './limits.ts'
import { comparableValue, judgingScript, withoutNoise, type ScaledNode } from '../reading.ts'
import { isOfLaw } from './classes.ts'
import { isByLaw, nodesOf, type Calc, type SignalRule } from './signal.ts'

/**
 * Scale of a rule's limits (threshold.limit_scale): stored values, or displayed values. Rules from before 0.6 have
 * limits of stored values.
 */
export const SCALE = { stored: 0, shown: 1 } as const

/**
 * Returns the value that is compared with the limits for a stored value of the rule's own node; null if it has no
 * displayed number, which violates no limit and ends no alarm.
 */
export const judgedValue = ({ scripts }: Pick<SignalRule, 'scripts'>, node: number, value: number): number | null => {
  const script = scripts?.get(node)
  return script === undefined ? value : comparableValue(script, value)
}

/**
 * Whether what a rule judges of its own node needs no display script: it is a displayed value already, a class or an
 * index.
 */
export const isAsShown = (rule: Pick<SignalRule, 'conditions' | 'scripts'>, node: number): boolean =>
  isOfLaw(rule) || rule.scripts?.has(node) === true

/**
 * Converts a value that was judged in the stored scale to the displayed one; null if that is not a number. For a change
 * the script's offset does not apply; classes and indices have no script.
 */
export function toDisplayedValue(script: string | null, value: number, calc: Calc = 'value'): number | null {
  if (script === null || script.trim() === '' || isByLaw(calc)) return value
  const [shown, zero] = [comparableValue(script, value), calc === 'rate' ? comparableValue(script, 0) : 0]
  return shown === null || zero === null ? null : withoutNoise(shown - zero)
}

/** Judges a stored value of a rule's own node. */
export function readingOfStored(
  rule: LeveledLimits & Pick<SignalRule, 'scripts'>,
  node: number,
  value: number,
  night = false,
): Reading {
  const judged = judgedValue(rule, node, value)
  return judged === null ? UNKNOWN : readingOf(rule, judged, night)
}

/**
 * Adds the display scripts of its nodes to a rule with limits of displayed values, as far as they yield numbers.
 * Returns the rule itself if there are none.
 *
 * @param node the rule's own node map
 */
export function withScripts<T extends SignalRule>(
  rule: T,
  node: number,
  nodeOf: (node: number) => ScaledNode | undefined,
): T {
  if (!rule.ofShown) return rule
  const scripts = new Map(
    nodesOf(node, rule).flatMap((id) => {
      const found = nodeOf(id)
      const script = found && judgingScript(found)
      return script ? [[id, script] as const] : []
    }),
  )
  return scripts.size === 0 ? rule : { ...rule, scripts }
}
