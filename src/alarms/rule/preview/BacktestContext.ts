import { createContext, use } from 'react'
import type { Backtest, BacktestRule } from '../../../../dataProvider/calls/alarmBacktest.ts'
import type { AlarmRule } from '../../../../resources/kit/rule.ts'
import { DAY } from '../../../../resources/kit/zone.ts'
import { useExtensions } from '../../../kit/index.ts'
import type { BacktestDays, useBacktest } from './useBacktest.ts'

/** When the rule in the form would have fired, asked once for all that shows it. */
export interface RuleBacktest
  extends Pick<
    ReturnType<typeof useBacktest>,
    'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch' | 'settled'
  > {
  /** Null while the form is incomplete; what is known is of the rule before then. */
  rule: AlarmRule | null
  /** The same with its devices, as it is asked about. */
  asked: BacktestRule | null
  /** Until when, epoch ms, and how many days back. */
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
  /** Undefined where that is not known. */
  of: (level: number) => number | undefined
  /** They are the least: some devices have more samples than are looked at at once. */
  isPart: boolean
  /** They are of the rule as it was before the last change. */
  isOld: boolean
}

/**
 * By level, over all devices of the rule in the form; null where the platform does not tell, and outside of the form. Before the first answer, and where there
 * is none, no level is known: what shows them keeps their place.
 */
export function useLevelCounts(): LevelCounts | null {
  const found = use(RuleBacktestContext)
  const asksPlatform = useExtensions()?.has('alarm-backtest') === true
  if (!found || !asksPlatform || (found.data && !found.data.perDay)) return null
  const counts = found.rule && !found.error && found.data ? countsOf(found.data) : null
  const isOld = isOfBefore(found)
  const isPart = found.data?.leftOut.some(({ reason }) => reason === 'cap') ?? false
  // A level that the rule did not have before has no count yet, and none of a part is not none at all.
  return { of: (level) => counts?.get(level) ?? (counts && !isOld && !isPart ? 0 : undefined), isPart, isOld }
}

/** How many devices of the rule in the form were made within so many days, the last ones; null where nobody knows. `isOld` as of the counts of levels. */
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
