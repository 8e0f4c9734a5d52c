import { SAVE_ON_CHANGE } from '../../../resources/kit/rule.ts'
import type { Problem } from '../../../resources/kit/rules.ts'

/**
 * How a device's values are saved: the special numbers of save_cycle (spec 2 §4). Any other positive number is a period
 * in minutes.
 */
const SAVE_NEVER = 0
const SAVE_ALWAYS = -1
/** Initial period when the periodic mode is chosen, minutes. */
const PERIOD_DEFAULT = 5

export type SaveMode = 'never' | 'change' | 'always' | 'period'

/** Returns the mode of a number; an empty or unreadable one is a period that is still to be filled in. */
export function saveMode(value: unknown): SaveMode {
  if (value === '' || value === null || value === undefined) return 'period'
  const known: Record<number, SaveMode> = { [SAVE_NEVER]: 'never', [SAVE_ON_CHANGE]: 'change', [SAVE_ALWAYS]: 'always' }
  return known[Number(value)] ?? 'period'
}

/**
 * Returns the problem of a typed period, or null: a number that stands for another mode is not a period. The definition
 * refuses anything but integers.
 */
export function periodProblem(typed: string): Problem | null {
  if (typed.trim() === '') return null
  if (Number(typed) < 1) return { key: 'error.rule.positiveInt' }
  return Number(typed) >= SAVE_ON_CHANGE ? { key: 'error.rule.max', args: { max: SAVE_ON_CHANGE - 1 } } : null
}

/** Number that is stored for each mode. */
export const saveValue: Record<SaveMode, number> = {
  never: SAVE_NEVER,
  change: SAVE_ON_CHANGE,
  always: SAVE_ALWAYS,
  period: PERIOD_DEFAULT,
}

export const SAVE_MODES: readonly SaveMode[] = ['period', 'change', 'always', 'never']
