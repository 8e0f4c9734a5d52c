import { createContext, use } from 'react'
import type { Backtest, BacktestRule } from '../../../../dataProvider/calls/alarmBacktest.ts'
import type { AlarmRule } from '../../../../resources/kit/rule.ts'
import { DAY } from '../../../../resources/kit/zone.ts'
import { useExtensions } from '../../../kit/index.ts'
import type { BacktestDays, useBacktest } from './useBacktest.ts'

/** Backtest of the rule in the form, requested once for all parts that show it. */
export interface RuleBacktest
  extends Pick<
    ReturnType<typeof useBacktest>,
    'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch' | 'settled'
  > {
  /** Null while the form is incomplete; the known result then belongs to the rule as it was before. */
  rule: AlarmRule | null
  /** The same rule with its devices, as it is sent. */
  asked: BacktestRule | null
  /** End of the backtest, epoch ms, and how many days it goes back. */
  end: number
  days: BacktestDays
  onDays: (days: BacktestDays) => void
}

/** Null outside of the form. */
export const RuleBacktestContext = createContext<RuleBacktest | null>(null)

export function useRuleBacktest(): RuleBacktest {
  const found = use(RuleBacktestContext)
  if (!found) throw new Error('a preview stands outside of the form of a rule')
  return found
}

/** How often each level would have been the worst that an alarm reached. */
export interface LevelCounts {
  /** Undefined where unknown. */
  of: (level: number) => number | undefined
  /** The counts are lower bounds: some devices have more samples than one request examines. */
  isPart: boolean
  /** The counts belong to the rule as it was before the last change. */
  isOld: boolean
}

/**
 * Returns the counts by level over all devices of the rule in the form; null where the platform does not send them, and
 * outside of the form. Before the first answer, and where there is none, each level is unknown, and components keep
 * their space.
 */
export function useLevelCounts(): LevelCounts | null {
  const found = use(RuleBacktestContext)
  const asksPlatform = useExtensions()?.has('alarm-backtest') === true
  if (!found || !asksPlatform || (found.data && !found.data.perDay)) return null
  const counts = found.rule && !found.error && found.data ? countsOf(found.data) : null
  const isOld = isOfBefore(found)
  const isPart = found.data?.leftOut.some(({ reason }) => reason === 'cap') ?? false
  // A level that the rule did not have before has no count yet; in a partial result, a missing count is not zero.
  return { of: (level) => counts?.get(level) ?? (counts && !isOld && !isPart ? 0 : undefined), isPart, isOld }
}

/**
 * Returns how many devices of the rule in the form were created within the backtest's last `days` days; null where
 * unknown. `isOld` as for the counts of levels.
 */
export function useAdded(): { count: number; days: number; isOld: boolean } | null {
  const found = use(RuleBacktestContext)
  if (!found?.rule || found.error || !found.data || found.data.added === null) return null
  const { added, start, end } = found.data
  return { count: added, days: Math.round((end - start) / DAY), isOld: isOfBefore(found) }
}

const isOfBefore = ({ isPlaceholderData, settled }: RuleBacktest): boolean => isPlaceholderData || !settled

function countsOf({ judged, perDay }: Backtest): ReadonlyMap<number, number> | null {
  if (judged === 0 || !perDay) return null
  const counts = new Map<number, number>()
  for (const { levels } of perDay)
    for (const [level, count] of levels) counts.set(level, (counts.get(level) ?? 0) + count)
  return counts
}
