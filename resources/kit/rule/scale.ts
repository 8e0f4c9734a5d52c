import { readingOf, UNKNOWN, type LeveledLimits, type Reading } from './limits.ts'
import { judgedBy, judgingScript, withoutNoise, type ScaledNode } from '../reading.ts'
import { isOfLaw } from './classes.ts'
import { isByLaw, nodesOf, type Calc, type SignalRule } from './signal.ts'

/** Of what the limits of a rule are (threshold.limit_scale): of values as they are stored, or as they are shown. Rules of before 0.6 are of what is stored. */
export const SCALE = { stored: 0, shown: 1 } as const

/** What a stored value of a rule's own node is compared as; null where nothing can be shown of it, which breaks nothing and ends nothing. */
export const judgedValue = ({ scripts }: Pick<SignalRule, 'scripts'>, node: number, value: number): number | null => {
  const script = scripts?.get(node)
  return script === undefined ? value : judgedBy(script, value)
}

/** Whether what a rule judges of its own node needs no showing: it is as shown already, a class or an index. */
export const isAsShown = (rule: Pick<SignalRule, 'conditions' | 'scripts'>, node: number): boolean =>
  isOfLaw(rule) || rule.scripts?.has(node) === true

/** What was judged as it is stored, as the list would show it; null where that is no number. A change has no zero of its own, and neither class nor index a script. */
export function shownJudged(script: string | null, value: number, calc: Calc = 'value'): number | null {
  if (script === null || script.trim() === '' || isByLaw(calc)) return value
  const [shown, zero] = [judgedBy(script, value), calc === 'rate' ? judgedBy(script, 0) : 0]
  return shown === null || zero === null ? null : withoutNoise(shown - zero)
}

/** What a stored value of a rule's own node means to it. */
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
 * A rule whose limits are of what is shown, with the display scripts of its nodes: those that make numbers. The rule itself where none does.
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
