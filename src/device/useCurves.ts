import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { platformNow } from '../../dataProvider/clock.ts'
import { deviceHistory } from '../../dataProvider/calls/history.ts'
import { HOUR } from '../../resources/kit/zone.ts'
import { mayRead } from '../../resources/reads.ts'
import { silences, type MarkedRange, type Range } from '../chart/model.ts'
import { historyNodes, type HistoryNode } from '../history/panel/nodeLines.ts'
import { useMarks } from '../history/panel/useMarks.ts'
import { useUpkeep } from '../history/panel/useUpkeep.ts'
import { usePositions } from '../history/usePositions.ts'
import { useCaller } from '../kit/index.ts'

/** Spans of history that the page can show. */
export const SPANS = ['day', 'week', 'month'] as const
export type Span = (typeof SPANS)[number]

export const spanHours: Readonly<Record<Span, number>> = { day: 24, week: 168, month: 720 }

/** Number of samples for a small chart. */
const POINTS = 300
/** Refresh interval, ms: in between only the value beside the curve changes. */
const POLL_INTERVAL_MS = 60_000

/** Loads the last hours of all nodes of a device, with alarms, maintenance, and the gaps of the device itself. */
export function useCurves(device: number, span: Span) {
  const allowed = mayRead(useCaller(), 'history')
  const query = useQuery({
    queryKey: ['history', 'page', device, span],
    queryFn: async ({ signal }) => {
      const to = Math.ceil(platformNow() / 60_000) * 60_000
      const range: Range = { from: to - spanHours[span] * HOUR, to }
      return { device, range, nodes: await deviceHistory(device, { ...range, points: POINTS, signal }) }
    },
    enabled: allowed,
    refetchInterval: POLL_INTERVAL_MS,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const positions = usePositions()
  const data = query.data?.device === device ? query.data : undefined
  const nodes = useMemo(() => (data ? historyNodes(data.nodes, positions) : []), [data, positions])
  const range = data?.range
  const { episodes } = useMarks(device, range ?? NOWHERE, NONE, range !== undefined)
  const upkeep = useUpkeep([device], range ?? NOWHERE, range !== undefined)
  const gaps = useMemo(() => (range ? pausesOf(nodes, range) : []), [nodes, range])
  return { allowed, query, nodes, range, gaps, episodes, upkeep }
}

const NOWHERE: Range = { from: 0, to: 0 }
const NONE: readonly HistoryNode[] = []

/**
 * Returns the gaps of the whole device, shown in each of its curves: from the first sample on, and up to now; a flagged
 * value ends a gap too.
 */
function pausesOf(nodes: readonly HistoryNode[], range: Range): readonly Range[] {
  const lines = nodes.map(({ line }) => line).filter(({ times, positions }) => times.length > 0 && !positions)
  if (lines.length === 0) return []
  const last = Math.max(...lines.map(({ times }) => times.at(-1) ?? 0))
  const usual = Math.max(...lines.map(({ times }) => stepOf(times)))
  const least = Math.max(MIN_PAUSE_MS, 3 * usual)
  const tail = range.to - last > least ? [{ from: last, to: range.to }] : []
  const doubted = nodes.flatMap(({ beside }) =>
    beside.flatMap(({ kind, at }) => (kind === 'suspect' || kind === 'fail' ? at : [])),
  )
  return [...silences(lines), ...tail].flatMap((gap) => {
    const heard = doubted.filter((at) => at > gap.from && at < gap.to).toSorted((a, b) => a - b)
    if (heard.length === 0) return [gap]
    const ends = [gap.from, ...heard, gap.to]
    return ends
      .slice(1)
      .map((to, place) => ({ from: ends[place] ?? to, to }))
      .filter(({ from, to }) => to - from > least)
  })
}

/** Minimum length of a gap, ms. */
const MIN_PAUSE_MS = 15 * 60_000

/** Returns the mean interval of samples, ms. */
const stepOf = (times: readonly number[]): number =>
  times.length < 2 ? 0 : ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (times.length - 1)

/** Returns the alarms of a node; alarms without a node belong to all nodes. */
export const alarmsOf = (
  episodes: readonly (MarkedRange & { node?: number })[],
  node: number,
): readonly MarkedRange[] => episodes.filter((episode) => episode.node === undefined || episode.node === node)
