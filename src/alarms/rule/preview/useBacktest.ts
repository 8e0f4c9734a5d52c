import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { loadCapabilities } from '../../../../authProvider/capabilities.ts'
import {
  backtestByHistory,
  backtestByPlatform,
  type BacktestRule,
} from '../../../../dataProvider/calls/alarmBacktest.ts'
import { nodeHistorySamples } from '../../../../dataProvider/calls/alarmConfig.ts'
import { DAY } from '../../../../resources/kit/zone.ts'
import { useDebounced } from '../../../kit/hooks/useDebounced.ts'
import { firedCount } from './firedCount.ts'

/** How far back the platform may be asked to look, days. */
export const backtestDays = [7, 30] as const
export type BacktestDays = (typeof backtestDays)[number]
/** Default: the cost of such an answer is bounded, and it says what it left out. */
export const USUAL: BacktestDays = 30
/** Debounce of changes in the form, ms. */
const DEBOUNCE_MS = 300

/**
 * Finds when a rule would have fired: asks the platform where it announces "alarm-backtest"; otherwise calculates it
 * here over the day before `end`, from the histories of the rule's devices. The known result stays until the next
 * answer.
 *
 * @param rule null while it is incomplete
 * @param days how far back; ignored where the platform is not asked
 * @returns with `settled`: the result, or the request under way, belongs to the current rule
 */
export function useBacktest(rule: BacktestRule | null, end: number, days: BacktestDays) {
  const client = useQueryClient()
  const text = JSON.stringify(rule)
  const settledText = useDebounced(text, DEBOUNCE_MS)
  const settledRule = useMemo(() => JSON.parse(settledText) as BacktestRule | null, [settledText])
  const asked = useQuery({
    ...backtestQuery(client, settledRule, end, days),
    placeholderData: keepPreviousData,
  })
  return { ...asked, settled: text === settledText }
}

/**
 * Returns how often an earlier version of the rule would have fired, over all devices; null until that is known. A
 * request under way continues, whatever the form holds meanwhile.
 *
 * @param rule null: nothing is requested
 */
export function useCountOf(rule: BacktestRule | null, end: number, days: BacktestDays): number | null {
  const client = useQueryClient()
  const { data } = useQuery(backtestQuery(client, rule, end, days))
  return data ? firedCount(data) : null
}

const backtestQuery = (client: QueryClient, rule: BacktestRule | null, end: number, days: BacktestDays) => ({
  queryKey: ['alarmBacktest', rule, end, days],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    if (!rule) return null
    const { extensions } = await loadCapabilities()
    if (extensions.has('alarm-backtest'))
      return backtestByPlatform(rule, extensions.has('alarm-rules'), { start: end - days * DAY, end }, signal)
    return backtestByHistory(rule, { start: end - DAY, end }, (device) =>
      client.fetchQuery(samplesQuery(device, rule.node, end)),
    )
  },
  enabled: rule !== null,
  staleTime: Infinity,
  retry: false,
})

/**
 * Approximate number of samples drawn for more than a day: a quarter as many intervals, each with its first, last,
 * least and greatest sample.
 */
export const CURVE_POINTS = 800

/**
 * Samples of a device's node in the day before `end`: requested once, and used to judge every later version of the
 * rule. For more days, only as many as a curve needs.
 */
export const samplesQuery = (device: number, node: number, end: number, days = 1) => ({
  queryKey: ['ruleSamples', device, node, end, days],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    nodeHistorySamples(device, node, end - days * DAY, end, days === 1 ? undefined : CURVE_POINTS, signal),
  staleTime: Infinity,
  retry: false,
})
