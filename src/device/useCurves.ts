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

/** How much of the past the page shows. */
export const SPANS = ['day', 'week', 'month'] as const
export type Span = (typeof SPANS)[number]

export const spanHours: Readonly<Record<Span, number>> = { day: 24, week: 168, month: 720 }

/** Samples a small chart is worth. */
const POINTS = 300
/** How often they are read again, ms: in between the value beside the curve moves. */
const POLL_INTERVAL_MS = 60_000

/** The last hours of a device, of all its nodes at once, with what is known of them: alarms, maintenance, and where the device itself was silent. */
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

/** Where the whole device was silent: the same gap in each of its curves. From the first sample on, and up to now; a value that is told apart ends a silence too. */
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

/** Less than this is no pause, ms. */
const MIN_PAUSE_MS = 15 * 60_000

/** The mean distance of samples, ms. */
const stepOf = (times: readonly number[]): number =>
  times.length < 2 ? 0 : ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (times.length - 1)

/** The alarms of a node; those that name none belong to all. */
export const alarmsOf = (
  episodes: readonly (MarkedRange & { node?: number })[],
  node: number,
): readonly MarkedRange[] => episodes.filter((episode) => episode.node === undefined || episode.node === node)
