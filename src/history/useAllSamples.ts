import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deviceHistory } from '../../dataProvider/history.ts'
import type { Range } from '../chart/model.ts'
import { historyNodes, type HistoryNode } from './nodeLines.ts'
import { usePositions } from './usePositions.ts'

/** Every sample of a span, for the table and the file: asked for only where one of them is wanted, and then once. */
export function useAllSamples(device: number, whole: Range, wanted: boolean) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['history', 'all', device, whole.from, whole.to],
    queryFn: ({ signal }) => deviceHistory(device, { ...whole, signal }),
    enabled: wanted,
    staleTime: 60_000,
    retry: false,
  })
  const positions = usePositions()
  const nodes = useMemo(() => historyNodes(data ?? [], positions), [data, positions])
  const load = async (): Promise<HistoryNode[]> =>
    data ? nodes : historyNodes((await refetch({ throwOnError: true })).data ?? [], positions)
  return { nodes, error: data ? null : error, loading: isFetching, load }
}
