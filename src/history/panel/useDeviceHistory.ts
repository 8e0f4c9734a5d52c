import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { platformNow } from '../../../dataProvider/clock.ts'
import { deviceHistory, type NodeHistory } from '../../../dataProvider/calls/history.ts'
import type { Range } from '../../chart/model.ts'
import { useSettled } from '../../chart/useSettled.ts'
import { historyNodes } from './nodeLines.ts'
import { usePositions } from '../usePositions.ts'

/**
 * Number of samples per node that a chart's width can show; the platform chooses them so that the line looks the same.
 */
export const SAMPLES_PER_CHART = 1_600

/**
 * Reads the history of a device over a span for a chart.
 * @throws WireError
 */
export type ReadHistory = (device: number, range: Range, signal: AbortSignal) => Promise<NodeHistory[]>

export const readWhole: ReadHistory = (device, range, signal) =>
  deviceHistory(device, { ...range, points: SAMPLES_PER_CHART, signal })

/**
 * Loads a device's history for a chart: the whole span once and, when the user zooms in, the visible part again with a
 * finer resolution. The coarse points are shown while a part is loading, and after the view moves outside it.
 *
 * @param read reads the whole span; called repeatedly while the span is not over
 */
export function useDeviceHistory(
  device: number,
  fullRange: Range,
  range: Range,
  enabled: boolean,
  read: ReadHistory = readWhole,
) {
  const all = useQuery({
    queryKey: ['history', device, fullRange.from, fullRange.to],
    queryFn: ({ signal }) => read(device, fullRange, signal),
    enabled,
    ...historyQueryOptions,
    refetchInterval: () => (fullRange.to > platformNow() ? REFRESH_INTERVAL_MS : false),
  })
  const positions = usePositions()
  const { from, to } = useSettled(range)
  const zoomed = from > fullRange.from || to < fullRange.to
  // A platform that does not thin samples has sent all of them already.
  const thinned =
    all.data?.some(({ times }) => times.length >= SAMPLES_PER_CHART / 4 && times.length <= 2 * SAMPLES_PER_CHART) ??
    false
  // With a margin on both sides, so that small moves need no request.
  const span = {
    from: Math.max(fullRange.from, from - (to - from) / 2),
    to: Math.min(fullRange.to, to + (to - from) / 2),
  }
  const part = useQuery({
    queryKey: ['history', 'part', device, span.from, span.to],
    queryFn: async ({ signal }) => ({
      device,
      span,
      nodes: await deviceHistory(device, { ...span, points: 2 * SAMPLES_PER_CHART, signal }),
    }),
    enabled: enabled && zoomed && thinned,
    placeholderData: keepPreviousData,
    ...historyQueryOptions,
  })
  // Totals are those of the whole span, whatever part is visible.
  const nodes = useMemo(() => historyNodes(all.data ?? [], positions), [all.data, positions])
  const finer = useMemo(
    () =>
      part.data?.device === device
        ? new Map(historyNodes(part.data.nodes, positions).map(({ id, line }) => [id, line]))
        : null,
    [part.data, device, positions],
  )
  const covered =
    finer !== null &&
    part.data !== undefined &&
    range.from >= part.data.span.from &&
    range.to <= part.data.span.to &&
    (range.from > fullRange.from || range.to < fullRange.to)
  const visibleNodes = useMemo(
    () =>
      covered
        ? nodes.map((node) => ({ ...node, line: { ...(finer.get(node.id) ?? node.line), color: node.line.color } }))
        : nodes,
    [nodes, covered, finer],
  )
  return {
    nodes: visibleNodes,
    loaded: all.data !== undefined,
    error: all.data ? null : all.error,
    /** Time of the samples, ms since the epoch, if the last refresh failed; null otherwise. */
    lateAt: all.data && all.isError ? all.dataUpdatedAt : null,
    loading: all.isFetching || part.isFetching,
    retry: () => void all.refetch(),
  }
}

/** Refresh interval for a span that is not over, ms. */
const REFRESH_INTERVAL_MS = 60_000

const historyQueryOptions = { staleTime: 60_000, gcTime: 300_000, retry: false } as const
