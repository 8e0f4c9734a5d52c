import type { Sample } from '../../../dataProvider/alarmConfig.ts'
import { isOperator, operators, type Operator } from '../../../resources/kit/rule.ts'
import type { Values } from '../../../resources/kit/validate.ts'

/** A rule as far as its form is filled in. */
export interface DraftRule {
  operator: Operator
  /** null while it is empty or no number. */
  x: number | null
  y: number | null
  /** Seconds. */
  hold: number
}

/** Seconds of an empty hold time (spec 2 §9). */
export const HOLD = 10

export function draftOf(values: Values): DraftRule {
  const operator = Number(values['com_oper'])
  return { operator: isOperator(operator) ? operator : 0, x: numberOf(values['params_x']), y: numberOf(values['params_y']), hold: Math.max(0, numberOf(values['hold_time']) ?? HOLD) }
}

/** Whether the operator compares with two limits. */
export const hasTwo = (operator: Operator): boolean => operator === 6 || operator === 7

/** Whether enough is there to judge a value. */
export const isComplete = ({ operator, x, y }: DraftRule): boolean => x !== null && (!hasTwo(operator) || y !== null)

/** Whether a value breaks the rule; never while the rule is incomplete. */
export const breaks = (rule: DraftRule, value: number): boolean => isComplete(rule) && operators[rule.operator].broken(value, rule.x ?? 0, rule.y ?? 0)

/**
 * How often a rule would have fired over samples, oldest first: once for each stretch of broken values that lasts as long as the hold
 * time. A stretch ends with the first good value, or at `end` (epoch ms).
 */
export function firings(rule: DraftRule, samples: readonly Sample[], end: number): number {
  let count = 0
  let since: number | null = null
  const close = (at: number) => {
    if (since !== null && at - since >= rule.hold * 1000) count++
    since = null
  }
  for (const { at, value } of samples) {
    if (breaks(rule, value)) since ??= at
    else close(at)
  }
  close(end)
  return count
}

/** The limits of a rule, lowest first. */
export function limitsOf({ operator, x, y }: DraftRule): number[] {
  const limits = (hasTwo(operator) ? [x, y] : [x]).filter((limit) => limit !== null)
  return limits.toSorted((a, b) => a - b)
}

/** The spans of values that break a rule, within what a chart shows. Equal and unequal have none that could be seen. */
export function brokenBands(rule: DraftRule, low: number, high: number): [from: number, to: number][] {
  const [first, second] = limitsOf(rule)
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

function numberOf(value: unknown): number | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null
}
