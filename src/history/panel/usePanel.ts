import { usePositions } from '../usePositions.ts'
import { apartOfNodes, historyNodes, type HistoryNode } from './nodeLines.ts'
import { platformNow } from '../../../dataProvider/clock.ts'
import { deviceHistory } from '../../../dataProvider/calls/history.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Range } from '../../chart/model.ts'
import type { PlotHandle } from '../../chart/Plot.tsx'
import { useDeviceHistory } from './useDeviceHistory.ts'
import { episodesOf, useMarks } from './useMarks.ts'
import { useExtensions } from '../../kit/index.ts'
import { spansDays } from '../month/overlays.ts'
import { useOperations } from './useOperations.ts'
import { useUpkeep } from './useUpkeep.ts'
import { useShownNodes } from './useShownNodes.ts'

export interface PanelQuery {
  device: { id: number; name: string; project_id?: number | null }
  fullRange: Range
  range: Range
  onRange: (range: Range) => void
  /** The node to show first; null: the nodes of the first unit. */
  node?: number | null
}

/**
 * Returns the state of a device's panel, shared by its head with the buttons and by its body. Loads nothing while not
 * `enabled`.
 */
export function usePanel({ device, fullRange, range, onRange, node = null }: PanelQuery, enabled: boolean) {
  const plot = useRef<PlotHandle>(null)
  const [table, setTable] = useState(false)
  // A view by days shows one node, with its classes and the spread of its values.
  const hourly = useExtensions()?.has('history-hours') === true
  const history = useDeviceHistory(device.id, fullRange, range, enabled)
  const { shownIds, lines, toggle, picked } = useShownNodes(history.nodes, node, spansDays(fullRange) && hourly)
  const drawn = useMemo(() => history.nodes.filter(({ id }) => shownIds.has(id)), [history.nodes, shownIds])
  const { limits, episodes, retry: readMarks } = useMarks(device.id, fullRange, drawn, history.loaded)
  const bands = useMemo(() => episodesOf(episodes, shownIds), [episodes, shownIds])
  const upkeep = useUpkeep([device.id], fullRange, history.loaded)
  const operations = useOperations(device, fullRange, history.loaded)
  const marked = useMemo(() => (upkeep.length === 0 ? bands : [...upkeep, ...bands]), [upkeep, bands])
  const samples = useAllSamples(device.id, fullRange, table)
  const apart = useMemo(() => apartOfNodes(drawn), [drawn])
  const calibrations = useMemo(() => drawn.flatMap((one) => one.calibrations), [drawn])
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
    drawn,
    lines,
    toggle,
    picked,
    limits,
    episodes,
    readMarks,
    bands,
    marked,
    apart,
    calibrations,
    operations,
    samples,
    empty,
    ready: history.loaded && !empty,
  }
}

export type HistoryPanelState = ReturnType<typeof usePanel>

/** Refresh interval of a table whose span is not over, ms: longer than for a curve, since it holds all samples. */
const REFRESH_INTERVAL_MS = 300_000

/**
 * Loads every sample of a span, for the table and the file: only when one of them is requested. A file may miss the
 * last minute.
 */
function useAllSamples(device: number, fullRange: Range, enabled: boolean) {
  const client = useQueryClient()
  const query = {
    queryKey: ['history', 'all', device, fullRange.from, fullRange.to],
    queryFn: ({ signal }: { signal: AbortSignal }) => deviceHistory(device, { ...fullRange, signal }),
    staleTime: 60_000,
    retry: false,
  }
  const { data, error, isFetching } = useQuery({
    ...query,
    enabled,
    refetchInterval: () => (fullRange.to > platformNow() ? REFRESH_INTERVAL_MS : false),
  })
  const positions = usePositions()
  const nodes = useMemo(() => historyNodes(data ?? [], positions), [data, positions])
  const load = async (): Promise<HistoryNode[]> => historyNodes(await client.fetchQuery(query), positions)
  return { nodes, error: data ? null : error, loading: isFetching, load }
}
