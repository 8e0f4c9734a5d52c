import { hasTwoLimits, HOLD, isOperator, numberOf, type AlarmRule, type Operator } from '../../../resources/kit/rule.ts'
import type { Values } from '../../../resources/kit/validate.ts'

/** A rule as far as its form is filled in. */
export interface DraftRule {
  operator: Operator
  /** null while it is empty or not a number. */
  x: number | null
  y: number | null
  /** Seconds. */
  hold: number
}

export function draftOf(values: Values): DraftRule {
  const operator = Number(values['com_oper'])
  return {
    operator: isOperator(operator) ? operator : 0,
    x: numberOf(values['params_x']),
    y: numberOf(values['params_y']),
    hold: Math.max(0, numberOf(values['hold_time']) ?? HOLD),
  }
}

/** Whether the rule is complete enough to judge a value. */
const isComplete = ({ operator, x, y }: DraftRule): boolean => x !== null && (!hasTwoLimits(operator) || y !== null)

/** Returns the rule that judges values; null while it is incomplete. */
export const toAlarmRule = (draft: DraftRule): AlarmRule | null =>
  isComplete(draft) ? { operator: draft.operator, x: draft.x ?? 0, y: draft.y ?? 0, hold: draft.hold * 1000 } : null

/** Returns the limits of a rule, lowest first. */
export function ruleLimits({ operator, x, y }: DraftRule): number[] {
  const limits = (hasTwoLimits(operator) ? [x, y] : [x]).filter((limit) => limit !== null)
  return limits.toSorted((a, b) => a - b)
}

/**
 * Returns the ranges of values that violate a rule, within the range of a chart. Equal and unequal have no visible
 * range.
 */
export function brokenBands(rule: DraftRule, low: number, high: number): [from: number, to: number][] {
  const [first, second] = ruleLimits(rule)
  if (!isComplete(rule) || first === undefined) return []
  const bands: Record<Operator, [number, number][]> = {
    0: [[first, high]],
    1: [[first, high]],
    2: [],
    3: [[low, first]],
    4: [[low, first]],
    5: [],
    6: [[first, second ?? high]],
    7: [
      [low, first],
      [second ?? high, high],
    ],
  }
  return bands[rule.operator].filter(([from, to]) => to > from)
}
