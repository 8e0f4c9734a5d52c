import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deviceHistory } from '../../../dataProvider/history.ts'
import type { Range } from '../../chart/model.ts'
import { historyNodes } from './nodeLines.ts'

/** Samples a node and a chart's width are worth; the platform picks them so that the line is the same. */
const POINTS = 1_600

/**
 * A device's history for a chart: the whole span once and, where the reader zoomed in, that part again with finer points, the coarse ones standing until
 * they are there.
 */
export function useDeviceHistory(device: number, whole: Range, range: Range, enabled: boolean) {
  const all = useQuery({ queryKey: ['history', device, whole.from, whole.to], queryFn: ({ signal }) => deviceHistory(device, { ...whole, points: POINTS, signal }), enabled, ...kept })
  const zoomed = range.from > whole.from || range.to < whole.to
  const reduced = all.data?.some(({ times }) => times.length >= POINTS / 4) ?? false
  const part = useQuery({
    queryKey: ['history', device, range.from, range.to],
    queryFn: ({ signal }) => deviceHistory(device, { ...range, points: POINTS, signal }),
    enabled: enabled && zoomed && reduced,
    ...kept,
  })
  // Totals are those of the whole span whatever is in sight.
  const nodes = useMemo(() => historyNodes(all.data ?? []), [all.data])
  const finer = useMemo(() => (zoomed && part.data ? new Map(historyNodes(part.data).map(({ id, line }) => [id, line])) : null), [zoomed, part.data])
  const shown = useMemo(() => (finer ? nodes.map((node) => ({ ...node, line: { ...(finer.get(node.id) ?? node.line), color: node.line.color } })) : nodes), [nodes, finer])
  return { nodes: shown, loaded: all.data !== undefined, error: all.data ? null : all.error, loading: all.isFetching || part.isFetching, retry: () => void all.refetch() }
}

const kept = { staleTime: 60_000, gcTime: 300_000, retry: false } as const
