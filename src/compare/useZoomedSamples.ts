import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deviceHistory, type ComparedItem, type NodeHistory } from '../../dataProvider/calls/history.ts'
import type { Range } from '../chart/model.ts'
import { useSettled } from '../chart/useSettled.ts'

/** Number of samples per node for a chart's width with a margin on both sides. */
const POINTS = 3_200

type Samples = Pick<NodeHistory, 'times' | 'values'>

/**
 * Loads the visible part of the compared lines with finer points; null if the coarse ones must suffice: not zoomed, not
 * loaded yet, or the caller may not read the history of single devices.
 */
export function useZoomedSamples(
  items: readonly ComparedItem[],
  fullRange: Range,
  range: Range,
): readonly Samples[] | null {
  const { from, to } = useSettled(range)
  const zoomed = from > fullRange.from || to < fullRange.to
  const span = {
    from: Math.max(fullRange.from, from - (to - from) / 2),
    to: Math.min(fullRange.to, to + (to - from) / 2),
  }
  const devices = [...new Set(items.map(({ device }) => device))]
  const parts = useQueries({
    queries: devices.map((device) => ({
      queryKey: ['compare', 'part', device, span.from, span.to],
      queryFn: async ({ signal }: { signal: AbortSignal }) => ({
        device,
        span,
        nodes: await deviceHistory(device, { ...span, points: POINTS, signal }),
      }),
      enabled: zoomed,
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      retry: false,
    })),
    combine,
  })
  const samples = useMemo(() => {
    const found = items.map(({ device, nodemap }) =>
      parts.find((part) => part.device === device)?.nodes.find(({ id }) => id === nodemap),
    )
    return found.every((node) => node !== undefined) ? found : null
  }, [items, parts])
  const covers = ({ span: read }: { span: Range }) => range.from >= read.from && range.to <= read.to
  return (range.from > fullRange.from || range.to < fullRange.to) && parts.every(covers) ? samples : null
}

const combine = <T>(results: readonly { data?: T }[]): T[] =>
  results.flatMap(({ data }) => (data === undefined ? [] : [data]))
