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
/** Where nothing is chosen: what such an answer may cost is bounded, and it says what it left out. */
export const USUAL: BacktestDays = 30
/** A change is followed once nothing was typed for so long, ms. */
const DEBOUNCE_MS = 300

/**
 * When a rule would have fired: asked of the platform where it announces "alarm-backtest", else worked out here over the day before `end`, from the histories
 * of its devices. What was known stays while the next answer is on its way.
 *
 * @param rule null while it is incomplete
 * @param days how far back; of no account where the platform is not asked
 * @returns with `settled`: what is known, or on its way, is of the rule as it is now
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
 * How often a rule as it was would have fired, over all devices; null until that is known. What was on its way goes on, whatever the form holds meanwhile.
 *
 * @param rule null: none is asked about
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

/** About how many samples are drawn of more than a day: a quarter as many stretches, each with its first, last, least and greatest. */
export const CURVE_POINTS = 800

/** The samples of a device's node in the day before `end`: of what was asked once, every further rule is judged. Of more days as many as a curve needs. */
export const samplesQuery = (device: number, node: number, end: number, days = 1) => ({
  queryKey: ['ruleSamples', device, node, end, days],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    nodeHistorySamples(device, node, end - days * DAY, end, days === 1 ? undefined : CURVE_POINTS, signal),
  staleTime: Infinity,
  retry: false,
})
