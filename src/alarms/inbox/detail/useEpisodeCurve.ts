import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useMemo, useState } from 'react'
import { deviceHistory } from '../../../../dataProvider/calls/history.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import type { Limits } from '../../../../resources/kit/rule.ts'
import { HOUR } from '../../../../resources/kit/zone.ts'
import { mayRead } from '../../../../resources/reads.ts'
import type { Backdrop, Limit, MarkedRange, Range } from '../../../chart/model.ts'
import { useZone } from '../../../chart/useZone.ts'
import { bandsOf, classBandsOf, edgeOf, type Band } from '../../../environment/bands.ts'
import { useClassWords } from '../../../environment/useClassWords.ts'
import { useMeasures } from '../../../environment/useJudge.ts'
import { historyNodes } from '../../../history/panel/nodeLines.ts'
import { useUpkeep } from '../../../history/panel/useUpkeep.ts'
import { usePositions } from '../../../history/usePositions.ts'
import { useCaller } from '../../../kit/index.ts'
import { useClock } from '../../../live/useClock.ts'
import { useJudgedWords } from '../marks.tsx'
import { useSpan } from '../useSpan.ts'
import { useEpisodeTrace } from './useEpisodeTrace.ts'

/** Interval at which the curve is extended, ms. */
const POLL_INTERVAL_MS = 60_000

/**
 * Returns what is drawn of an episode's node over some hours (`others`: the other nodes of the answer): its line, the
 * rule's limits, when the limit was held and how long the alarm lasted, and the classes behind it. A line that could
 * not be read again stays as it was, beside its error. A component must use it for one episode only as long as it
 * lives.
 */
export function useEpisodeCurve(episode: Episode, hours: number) {
  const translate = useTranslate()
  const span = useSpan()
  // Extends to the end of the running minute, so that the newest sample is included.
  const now = useClock(POLL_INTERVAL_MS) + POLL_INTERVAL_MS
  const { device_id, threshold_id, nodemap_id, since, fired_at, cleared_at } = episode
  const whole = useMemo(() => wholeOf(fired_at, cleared_at, now, hours * HOUR), [fired_at, cleared_at, now, hours])
  const positions = usePositions()
  const enabled = mayRead(useCaller(), 'history') && device_id !== null && nodemap_id !== null
  const history = useQuery({
    queryKey: ['history', device_id, whole.from, whole.to],
    queryFn: ({ signal }) => deviceHistory(device_id ?? 0, { ...whole, points: 800, signal }),
    enabled,
    retry: false,
    staleTime: POLL_INTERVAL_MS,
    placeholderData: (before, query) => (query?.queryKey[1] === device_id ? before : undefined),
  })
  const nodes = useMemo(() => historyNodes(history.data ?? [], positions), [history.data, positions])
  const read = nodes.find(({ id }) => id === nodemap_id)
  // Each minute is another query, and a failed one has no data of its own.
  const [kept, keep] = useState(read)
  if (read && read !== kept) keep(read)
  const node = read ?? (history.isError ? kept : undefined)
  const inForce = useEpisodeTrace(episode)
  const { bands, backdrop } = useBackdrop(episode)
  const judged = useJudgedWords()
  const limits = useMemo((): Limit[] => {
    if (!node) return []
    const words = judged(episode)
    // Without a display script in the episode, values and limits are drawn as they are; a class is drawn where its band
    // begins; an index is not drawn.
    const drawnAt = (raw: number): number | null =>
      episode.calc === 'index'
        ? null
        : episode.standard !== null
          ? (edgeOf(bands, raw)?.value ?? null)
          : episode.node_script === null
            ? raw
            : node.read(raw)
    const line = (key: string, { operator, x, y }: Limits, level: number | null = null): Limit[] =>
      (operator > 5 ? [x, y] : [x]).flatMap((raw) => {
        const shown = drawnAt(raw)
        const value = words.value(raw)
        return shown === null
          ? []
          : [{ value: shown, label: translate(key, { value, level: level && translate(`overview.level.${level}`) }) }]
      })
    const { limits: levels = [], ends = null } = inForce ?? {}
    return [
      ...(levels.length > 1
        ? levels.flatMap((each) => line(each.level === null ? 'inbox.limit' : 'inbox.limitOf', each, each.level))
        : (episode.limit ? [episode.limit] : levels).flatMap((each) => line('inbox.limit', each))),
      ...(ends ? line('inbox.clears', ends) : []),
    ]
  }, [episode, node, bands, judged, inForce, translate])
  const upkeep = useUpkeep(device_id === null ? [] : [device_id], whole, enabled, threshold_id)
  const episodes: MarkedRange[] = [
    ...upkeep,
    ...(since < fired_at
      ? [{ from: since, to: fired_at, label: translate('inbox.held', { span: span(fired_at - since) }) }]
      : []),
    { from: fired_at, to: cleared_at ?? now, label: episode.threshold_name },
  ]
  const others = nodes.filter(({ id }) => id !== nodemap_id)
  return { whole, history, enabled, node, others, limits, backdrop, episodes }
}

/** Returns the node's classes by the law in force when the alarm fired, and the moment of the firing. */
function useBackdrop({ nodemap_id, device_id, project_id, unitname, fired_at, level, threshold_name }: Episode): {
  bands: readonly Band[]
  backdrop: Backdrop
} {
  const zone = useZone()
  const words = useClassWords()
  const { pollutantOf, whereOf } = useMeasures()
  return useMemo(() => {
    const color = level === null ? '--alarm' : `--l${level}`
    const moments = [{ at: fired_at, kind: 'alarm', color, label: threshold_name } as const]
    const pollutant = nodemap_id === null ? undefined : pollutantOf(nodemap_id)
    if (pollutant === undefined || device_id === null) return { bands: NO_BANDS, backdrop: { moments } }
    const where = whereOf(device_id, project_id)
    const node = [zone, pollutant, unitname, '1h', fired_at, where] as const
    return { bands: bandsOf(...node), backdrop: { moments, classes: classBandsOf(words, ...node) } }
  }, [zone, words, pollutantOf, whereOf, nodemap_id, device_id, project_id, unitname, fired_at, level, threshold_name])
}

const NO_BANDS: readonly Band[] = []

/** Returns the hours up to the present; for an alarm that ended long ago, the hours around it. */
function wholeOf(fired: number, cleared: number | null, now: number, length: number): Range {
  const end = cleared === null || now - cleared < length / 2 ? now : Math.min(now, cleared + length / 6)
  return { from: Math.min(end - length, cleared === null ? end : fired - length / 6), to: end }
}
