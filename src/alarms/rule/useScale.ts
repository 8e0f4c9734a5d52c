import { useWatch } from 'react-hook-form'
import type { ModelNode } from '../../../dataProvider/calls/alarmConfig.ts'
import { judgingScript } from '../../../resources/kit/reading.ts'
import { isByLaw, readConditions, SCALE, toDisplayedValue, type Calc } from '../../../resources/kit/rule.ts'
import { useChosenNode } from './useModel.ts'

/** What the limits over a node refer to. */
export interface RuleScale {
  node: ModelNode | null
  /**
   * Display script that turns values of the node into shown ones; null where both are the same, or where it returns
   * words.
   */
  script: string | null
  /** Whether the limits refer to shown values, or where there is no difference, as with classes and indices. */
  isShown: boolean
  /** Unit of the limits; '' for stored values, whose unit is another one, and for classes and indices. */
  unit: string
  /** Returns what a limit shows as; null where the limit is a shown value already. */
  shownOf: (limit: number) => number | null
}

/** Returns what the limits in the form refer to, by its node and its choice. */
export function useScale(): RuleScale {
  const node = useChosenNode('device_list', 'nodemap_id')
  const [scale, conditions] = useWatch({ name: ['limit_scale', 'conditions'] }) as unknown[]
  return ruleScaleOf(node, readConditions(conditions)?.calc, scale)
}

/**
 * Returns what limits over a node refer to.
 *
 * @param calc what is judged of the node
 * @param scale the rule's field `limit_scale`
 */
export function ruleScaleOf(node: ModelNode | null, calc: Calc | undefined, scale: unknown): RuleScale {
  const script = node && judgingScript(node)
  const isShown = script === null || isByLaw(calc) || Number(scale ?? SCALE.stored) === SCALE.shown
  return {
    node,
    script,
    isShown,
    unit: isShown && !isByLaw(calc) ? (node?.unit ?? '') : '',
    shownOf: (limit) => (isShown ? null : toDisplayedValue(script, limit, calc)),
  }
}
