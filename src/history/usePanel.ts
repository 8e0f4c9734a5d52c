import { usePositions } from './usePositions.ts'
import { historyNodes, type HistoryNode } from './nodeLines.ts'
import { deviceHistory } from '../../dataProvider/history.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Apart, Range } from '../chart/model.ts'
import type { PlotHandle } from '../chart/Plot.tsx'
import { useDeviceHistory } from './useDeviceHistory.ts'
import { episodesOf, useMarks } from './useMarks.ts'
import { useShownNodes } from './useShownNodes.ts'

export interface PanelQuery {
  device: { id: number; name: string }
  fullRange: Range
  range: Range
  onRange: (range: Range) => void
  /** The node to show first; null: those of the first unit. */
  node?: number | null
}

/** All that a device's answer needs: its head with the buttons and its body draw from the same. Nothing is asked for while it is not wanted. */
export function usePanel({ device, fullRange, range, onRange, node = null }: PanelQuery, enabled: boolean) {
  const plot = useRef<PlotHandle>(null)
  const [table, setTable] = useState(false)
  const history = useDeviceHistory(device.id, fullRange, range, enabled)
  const { shownIds, lines, toggle } = useShownNodes(history.nodes, node)
  const drawn = useMemo(() => history.nodes.filter(({ id }) => shownIds.has(id)), [history.nodes, shownIds])
  const { limits, episodes } = useMarks(device.id, fullRange, drawn, history.loaded)
  const bands = useMemo(() => episodesOf(episodes, shownIds), [episodes, shownIds])
  const samples = useAllSamples(device.id, fullRange, table)
  const apart = useMemo(
    () =>
      drawn.flatMap(({ beside, line, read }) =>
        beside.map(({ at, value }): Apart => ({ at, value: read(value) ?? value, color: line.color })),
      ),
    [drawn],
  )
  const empty =
    history.loaded && history.nodes.every(({ cells, beside }) => cells.times.length === 0 && beside.length === 0)
  return {
    device,
    fullRange,
    range,
    onRange,
    plot,
    table,
    setTable,
    history,
    shownIds,
    lines,
    toggle,
    limits,
    episodes,
    bands,
    apart,
    samples,
    empty,
    ready: history.loaded && !empty,
  }
}

export type HistoryPanelState = ReturnType<typeof usePanel>

/** Every sample of a span, for the table and the file: asked for only where one of them is wanted, and then once. */
function useAllSamples(device: number, fullRange: Range, enabled: boolean) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['history', 'all', device, fullRange.from, fullRange.to],
    queryFn: ({ signal }) => deviceHistory(device, { ...fullRange, signal }),
    enabled,
    staleTime: 60_000,
    retry: false,
  })
  const positions = usePositions()
  const nodes = useMemo(() => historyNodes(data ?? [], positions), [data, positions])
  const load = async (): Promise<HistoryNode[]> =>
    data ? nodes : historyNodes((await refetch({ throwOnError: true })).data ?? [], positions)
  return { nodes, error: data ? null : error, loading: isFetching, load }
}
