import { useWatch } from 'react-hook-form'
import type { ModelNode } from '../../../dataProvider/calls/alarmConfig.ts'
import { judgingScript } from '../../../resources/kit/reading.ts'
import { isByLaw, readConditions, SCALE, shownJudged, type Calc } from '../../../resources/kit/rule.ts'
import { useChosenNode } from './useModel.ts'

/** Of what the limits over a node are. */
export interface RuleScale {
  node: ModelNode | null
  /** The display script by which values of the node are turned into what is shown; null where both are one, or it makes words. */
  script: string | null
  /** Whether the limits are of what is shown, or there is no difference, as of classes and indices. */
  isShown: boolean
  /** The unit that limits are in; '' of values as they are stored, which have another, and of classes and indices. */
  unit: string
  /** What a limit shows as; null where it is that already. */
  shownOf: (limit: number) => number | null
}

/** Of what the limits in the form are, by its node and its choice. */
export function useScale(): RuleScale {
  const node = useChosenNode('device_list', 'nodemap_id')
  const [scale, conditions] = useWatch({ name: ['limit_scale', 'conditions'] }) as unknown[]
  return ruleScaleOf(node, readConditions(conditions)?.calc, scale)
}

/**
 * Of what limits over a node are.
 *
 * @param calc what of the node is judged
 * @param scale the rule's choice, its field `limit_scale`
 */
export function ruleScaleOf(node: ModelNode | null, calc: Calc | undefined, scale: unknown): RuleScale {
  const script = node && judgingScript(node)
  const isShown = script === null || isByLaw(calc) || Number(scale ?? SCALE.stored) === SCALE.shown
  return {
    node,
    script,
    isShown,
    unit: isShown && !isByLaw(calc) ? (node?.unit ?? '') : '',
    shownOf: (limit) => (isShown ? null : shownJudged(script, limit, calc)),
  }
}
