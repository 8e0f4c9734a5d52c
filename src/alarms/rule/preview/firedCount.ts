import type { Backtest } from '../../../../dataProvider/calls/alarmBacktest.ts'

/** Returns how often a rule would have fired, over all devices. */
export const firedCount = ({ fired }: Backtest): number => fired.reduce((sum, { count }) => sum + count, 0)

/**
 * Returns the total time in alarm over all devices, and the longest alarm, ms; null where none fired, or where the
 * duration of one is unknown.
 */
export function firedTime({ fired }: Backtest): { total: number; longest: number } | null {
  if (fired.length === 0) return null
  const sums = { total: 0, longest: 0 }
  for (const { total, longest } of fired) {
    if (total === null || longest === null) return null
    sums.total += total
    sums.longest = Math.max(sums.longest, longest)
  }
  return sums
}
