import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import type { Zone } from '../../../resources/kit/zone.ts'
import type { TimeSeriesProps } from '../../chart/TimeSeries.tsx'
import { useClassWords } from '../../environment/useClassWords.ts'
import { useWind } from '../../environment/useWind.ts'
import type { HistoryPanelState } from '../panel/usePanel.ts'
import { daysOf, type ShownDay } from './days.ts'
import type { HourLine } from './hours.ts'
import { judgementOf, type NodeJudgement } from './judged.ts'
import { dayLine, dayLines, overlaidPoints } from './monthLines.ts'
import { spansDays } from './overlays.ts'
import { inMetresPerSecond } from './rose.ts'
import { useBackdrop } from './useBackdrop.ts'
import { useHours, type HoursState } from './useHours.ts'
import { useMoments } from './useMoments.ts'
import { useOverlay, type OverlayState } from './useOverlay.ts'
import { useDayReadout, useSampleReadout } from './useReadout.ts'

export interface Month {
  /** Whether this panel has days and hours at all. */
  offered: boolean
  hours: HoursState
  /** The first node in view, its days and judgements; null before they are loaded. */
  line: HourLine | null
  judged: NodeJudgement
  days: readonly ShownDay[]
  wind: { speed: HourLine; direction: HourLine } | null
  /** Whether the view is drawn by days. */
  isDaily: boolean
  /** Properties of the chart. */
  chart: Pick<TimeSeriesProps, 'lines' | 'limits' | 'backdrop' | 'words'>
  /** The earlier period over the visible one. */
  over: OverlayState
}

/**
 * Returns what a panel shows of its first node by days and hours: classes behind its curve, daily values of long spans,
 * an earlier period over it.
 */
export function useMonth(panel: HistoryPanelState, zone: Zone): Month {
  const translate = useTranslate()
  const words = useClassWords()
  const { device, fullRange, range, history, drawn: inSight, limits } = panel
  const drawn = useMemo(() => inSight.filter(({ drawable, line }) => drawable && !line.positions), [inSight])
  const [first] = drawn
  const windOf = useWind()
  const wind = windOf(history.nodes.map(({ id, line }) => ({ id, unitname: line.unit })))
  const nodes = [...new Set([...drawn.map(({ id }) => id), ...(wind ? [wind.direction, wind.speed] : [])])].toSorted(
    (one, other) => one - other,
  )
  const hours = useHours(device.id, fullRange, nodes, history.loaded && first !== undefined)
  const over = useOverlay(device.id, first?.id, fullRange, zone)
  const { overlay, before } = over
  const { data } = hours
  const line = data?.lines.find(({ id }) => id === first?.id) ?? null
  const judged = useMemo(
    () => judgementOf(line ?? NOTHING, data?.where ?? {}, zone, words),
    [line, data?.where, zone, words],
  )
  // One judge per drawn line, in the order of `panel.lines`.
  const judges = useMemo(
    () =>
      inSight.map((node) => {
        const own = data?.lines.find(({ id }) => id === node.id)
        return {
          label: node.line.label,
          times: node.line.times,
          judged: own && data ? judgementOf(own, data.where, zone, words) : null,
        }
      }),
    [inSight, data, zone, words],
  )
  const days = useMemo(() => (line ? daysOf(line, zone, judged.isJudged, judged.scheme) : []), [line, zone, judged])
  const isDaily = line !== null && spansDays(range)
  const lines = useMemo(() => {
    if (!line || !first) return panel.lines
    const own = isDaily
      ? [dayLine(line, days, first.line), ...dayLines(drawn.slice(1), data?.lines ?? [], zone, data?.where.scheme)]
      : panel.lines
    if (!before) return own
    return [
      ...own,
      {
        key: `over ${overlay} ${isDaily}`,
        label: translate(`history.byDay.overlays.${overlay}`),
        unit: line.unit,
        color: '--text3',
        decimals: line.decimals,
        beside: true as const,
        ...overlaidPoints({ ...before, byDay: isDaily ? judged : null }, zone),
      },
    ]
  }, [line, first, isDaily, days, drawn, data, zone, panel.lines, before, judged, overlay, translate])
  const moments = useMoments(panel, isDaily)
  const alone = drawn.length === 1
  const behind = useBackdrop({ line, alone, judged, days, isDaily, moments, limits, fullRange })
  const byDay = useDayReadout({ line: isDaily ? line : null, days, judged, moments, zone })
  const bySample = useSampleReadout(judges, moments, range, zone)
  const speed = data?.lines.find(({ id }) => id === wind?.speed)
  const direction = data?.lines.find(({ id }) => id === wind?.direction)
  return {
    offered: hours.offered && first !== undefined,
    hours,
    line,
    judged,
    days,
    wind: useMemo(() => {
      const inMetres = speed && inMetresPerSecond(speed)
      return inMetres && direction ? { speed: inMetres, direction } : null
    }, [speed, direction]),
    isDaily,
    chart: { lines, ...behind, words: isDaily ? byDay : bySample },
    over,
  }
}

const NOTHING: HourLine = {
  id: 0,
  label: '',
  unit: '',
  pollutant: null,
  isSound: false,
  decimals: 1,
  hours: [],
  leftOut: 0,
}
