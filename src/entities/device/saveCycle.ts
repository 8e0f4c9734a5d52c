import { SAVE_ON_CHANGE } from '../../../resources/kit/rule.ts'
import type { Problem } from '../../../resources/kit/rules.ts'

/** How a device's values are kept: the numbers of save_cycle (spec 2 §4). Any other positive number is a period in minutes. */
const SAVE_NEVER = 0
const SAVE_ALWAYS = -1
/** Choosing periodic starts here. */
const PERIOD_DEFAULT = 5

export type SaveMode = 'never' | 'change' | 'always' | 'period'

/** The mode a number stands for; an empty or unreadable one is a period still to be filled in. */
export function saveMode(value: unknown): SaveMode {
  if (value === '' || value === null || value === undefined) return 'period'
  const known: Record<number, SaveMode> = { [SAVE_NEVER]: 'never', [SAVE_ON_CHANGE]: 'change', [SAVE_ALWAYS]: 'always' }
  return known[Number(value)] ?? 'period'
}

/** What is wrong with the minutes of a period as they were typed, or null: numbers that mean another mode are none. What is no whole number the definition refuses. */
export function periodProblem(typed: string): Problem | null {
  if (typed.trim() === '') return null
  if (Number(typed) < 1) return { key: 'error.rule.positiveInt' }
  return Number(typed) >= SAVE_ON_CHANGE ? { key: 'error.rule.max', args: { max: SAVE_ON_CHANGE - 1 } } : null
}

/** What choosing a mode stores. */
export const saveValue: Record<SaveMode, number> = {
  never: SAVE_NEVER,
  change: SAVE_ON_CHANGE,
  always: SAVE_ALWAYS,
  period: PERIOD_DEFAULT,
}

export const SAVE_MODES: readonly SaveMode[] = ['period', 'change', 'always', 'never']
