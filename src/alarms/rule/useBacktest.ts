import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loadCapabilities } from '../../../authProvider/capabilities.ts'
import { backtestByHistory, backtestByPlatform, type BacktestRule } from '../../../dataProvider/alarmBacktest.ts'
import { nodeHistorySamples } from '../../../dataProvider/alarmConfig.ts'

export const DAY = 86_400_000
/** A change is followed once nothing was typed for so long, ms. */
const REST = 300

/**
 * When a rule would have fired: asked of the platform where it announces "alarm-backtest", else worked out here over the day before `end`, from the histories
 * of its devices. What was known stays while the next answer is on its way.
 *
 * @param rule null while it is incomplete
 */
export function useBacktest(rule: BacktestRule | null, end: number) {
  const client = useQueryClient()
  const settledRule = useRested(rule)
  return useQuery({
    queryKey: ['alarmBacktest', settledRule, end],
    queryFn: async ({ signal }) => {
      if (!settledRule) return null
      const { extensions } = await loadCapabilities()
      if (extensions.has('alarm-backtest')) return backtestByPlatform(settledRule, signal)
      return backtestByHistory(settledRule, { start: end - DAY, end }, (device) =>
        client.fetchQuery(samplesQuery(device, settledRule.node, end)),
      )
    },
    enabled: settledRule !== null,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  })
}

/** The samples of a device's node in the day before `end`: of what was asked once, every further rule is judged. */
export const samplesQuery = (device: number, node: number, end: number) => ({
  queryKey: ['ruleSamples', device, node, end],
  queryFn: ({ signal }: { signal: AbortSignal }) => nodeHistorySamples(device, node, end - DAY, end, undefined, signal),
  staleTime: Infinity,
  retry: false,
})

/** A value once it has not changed for a while; the first at once. */
function useRested(value: BacktestRule | null): BacktestRule | null {
  const [rested, setRested] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(JSON.parse(text) as BacktestRule | null), REST)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
