import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { platformNow } from '../../../dataProvider/clock.ts'
import { alarmEpisodes } from '../../../dataProvider/alarms.ts'
import { doesNotAnswer } from '../../../dataProvider/http.ts'
import { watchingRules } from '../../../dataProvider/calls/deviceRules.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import type { MarkedRange, Limit, Range } from '../../chart/model.ts'
import { numberText } from '../../../resources/kit/reading.ts'
import { ALARMS_KEY } from '../../../resources/pageKeys.ts'
import { threshold } from '../../../resources/threshold.ts'
import { useCaller } from '../../kit/index.ts'
import type { HistoryNode } from './nodeLines.ts'

/** The limit of a threshold on a node. */
export interface NodeLimit extends Limit {
  node: number
}

export interface NodeEpisode extends MarkedRange {
  /** The node in alarm; absent if the platform does not report it. */
  node?: number
  /** 1 urgent to 4 early warning, if the platform reports it. */
  level?: number
}

/**
 * Loads what explains a span of a device's history: limits of the thresholds on the visible nodes, and the alarms of
 * the span as bands. Both are optional: a user without the right, or a platform that fails to answer, gets the plain
 * chart.
 *
 * @returns limits in display units, after the node's script; `episodes` of all nodes of the device; `retry` if the
 * platform failed to answer, so that a chart without marks does not pass for a time without alarms, else null
 */
export function useMarks(
  device: number,
  fullRange: Range,
  nodes: readonly HistoryNode[],
  enabled: boolean,
): { limits: NodeLimit[]; episodes: NodeEpisode[]; retry: (() => void) | null } {
  const translate = useTranslate()
  const caller = useCaller()
  const rules = useQuery({ ...watchingRules(device), enabled: enabled && mayOpen(caller, threshold.menuKey) })
  const alarms = useQuery({
    queryKey: ['history', 'alarms', device, fullRange.from, fullRange.to],
    queryFn: ({ signal }) => readEpisodes(device, fullRange, signal),
    enabled: enabled && mayOpen(caller, ALARMS_KEY),
    staleTime: 60_000,
    retry: false,
  })
  const lines = useMemo(() => {
    const all = nodes.flatMap(({ id, line, read }) =>
      (rules.data ?? [])
        .filter((rule) => rule.enabled && rule.nodemap === id)
        .flatMap(({ limits, ofShown }) =>
          limits.flatMap((value) => limitOf(id, line.label, ofShown ? value : read(value), translate)),
        ),
    )
    // Several thresholds may have the same limit.
    return [...new Map(all.map((limit) => [limit.label, limit])).values()]
  }, [rules.data, nodes, translate])
  const unread = [rules, alarms].filter(({ data, error }) => data === undefined && doesNotAnswer(error))
  return {
    limits: lines,
    episodes: alarms.data ?? none,
    retry: unread.length === 0 ? null : () => unread.forEach(({ refetch }) => void refetch()),
  }
}

const none: NodeEpisode[] = []

/** An active alarm is drawn up to now. */
async function readEpisodes(device: number, fullRange: Range, signal: AbortSignal): Promise<NodeEpisode[]> {
  const alarms = await alarmEpisodes(device, fullRange, signal)
  const now = Math.min(fullRange.to, platformNow())
  return alarms.map(({ from, to, name, nodemap, level }) => ({
    from,
    to: to ?? now,
    label: name,
    ...(nodemap !== undefined && { node: nodemap }),
    ...(level !== undefined && { level }),
  }))
}

/** Returns the episodes of the drawn nodes: bands of other nodes would not explain the lines. */
export const episodesOf = (episodes: readonly NodeEpisode[], shownIds: ReadonlySet<number>): NodeEpisode[] =>
  episodes.filter(({ node }) => node === undefined || shownIds.has(node))

const limitOf = (
  node: number,
  name: string,
  value: number | null,
  translate: ReturnType<typeof useTranslate>,
): NodeLimit[] =>
  value === null ? [] : [{ node, value, label: translate('history.threshold', { name, value: numberText(value) }) }]
