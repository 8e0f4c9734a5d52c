import { useTranslate } from 'react-admin'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Zone } from '../../../resources/kit/zone.ts'
import type { Backdrop, Limit, Line, Range, ReadoutWords } from '../../chart/model.ts'
import { useClassWords } from '../../environment/useClassWords.ts'
import { useWind } from '../../environment/useWind.ts'
import { useClock } from '../../live/useClock.ts'
import { numberText } from '../../../resources/kit/reading.ts'
import type { HistoryPanelState } from '../panel/usePanel.ts'
import { dayKindOf, daysOf, noonOf, type ShownDay } from './days.ts'
import type { HourLine } from './hours.ts'
import { judgedBy, type Judged } from './judged.ts'
import { OVERLAYS, overlaidRange, overlaysFor, spansDays, type Overlay } from './overlays.ts'
import { useHours, type HoursState } from './useHours.ts'
import { useMoments } from './useMoments.ts'
import { useDayReadout, useSampleReadout } from './useReadout.ts'

export interface Month {
  /** Whether days and hours are told of this panel at all. */
  offered: boolean
  hours: HoursState
  /** The first node in sight, its days and what law says of them; null before they are there. */
  line: HourLine | null
  judged: Judged
  days: readonly ShownDay[]
  wind: { speed: HourLine; direction: HourLine } | null
  /** Whether what is in sight is drawn by days. */
  isDaily: boolean
  lines: readonly Line[]
  limits: readonly Limit[]
  backdrop: Backdrop
  words: ReadoutWords | null
  /** The day under the pointer, in whichever picture. */
  day: string | null
  setDay: (day: string | null) => void
  overlay: Overlay | null
  overlays: readonly Overlay[]
  setOverlay: (overlay: Overlay | null) => void
  /** Nothing is known of the time that would lie over it. */
  isOverlayEmpty: boolean
}

/** What the first node in sight says by days and hours: classes behind its curve, daily means of long spans, another time over it. */
export function useMonth(panel: HistoryPanelState, zone: Zone): Month {
  const translate = useTranslate()
  const words = useClassWords()
  const { device, fullRange, range, history, drawn: inSight, limits } = panel
  const [day, setDay] = useState<string | null>(null)
  const [overlay, setOverlay] = useOverlay(fullRange)
  const drawn = useMemo(() => inSight.filter(({ drawable, line }) => drawable && !line.positions), [inSight])
  const [first] = drawn
  const windOf = useWind()
  const wind = windOf(history.nodes.map(({ id, line }) => ({ id, unitname: line.unit })))
  const nodes = [...new Set([...drawn.map(({ id }) => id), ...(wind ? [wind.direction, wind.speed] : [])])].toSorted(
    (one, other) => one - other,
  )
  const hours = useHours(device.id, fullRange, nodes, history.loaded && first !== undefined)
  const over = useMemo(() => overlay && overlaidRange(overlay, fullRange, zone), [overlay, fullRange, zone])
  const earlier = useHours(device.id, over ?? fullRange, first ? [first.id] : [], over !== null)
  const { data } = hours
  const line = data?.lines.find(({ id }) => id === first?.id) ?? null
  const judged = useMemo(
    () => judgedBy(line ?? NOTHING, data?.where ?? {}, zone, words),
    [line, data?.where, zone, words],
  )
  // One a drawn line, in the order of `panel.lines`.
  const judges = useMemo(
    () =>
      inSight.map((node) => {
        const own = data?.lines.find(({ id }) => id === node.id)
        return {
          label: node.line.label,
          times: node.line.times,
          judged: own && data ? judgedBy(own, data.where, zone, words) : null,
        }
      }),
    [inSight, data, zone, words],
  )
  const days = useMemo(() => (line ? daysOf(line, zone, judged.isJudged) : []), [line, zone, judged])
  const isDaily = line !== null && spansDays(range)
  const others = useMemo(() => drawn.slice(1), [drawn])
  const lines = useMemo(() => {
    if (!line || !first) return panel.lines
    const own = isDaily
      ? [
          dayLine(line, days, first.line),
          ...others.flatMap((node) => {
            const other = data?.lines.find(({ id }) => id === node.id)
            return other ? [dayLine(other, daysOf(other, zone, other.pollutant !== null), node.line)] : []
          }),
        ]
      : panel.lines
    const before = over && earlier.data?.lines[0]
    if (!before) return own
    const shift = fullRange.from - over.from
    const shown = isDaily
      ? daysOf(before, zone, judged.isJudged).map(({ at, value }) => ({
          at: noonOf(zone.day(at + shift), zone),
          value,
        }))
      : before.hours.map(({ at, mean }) => ({ at: at + shift + HALF_HOUR, value: mean }))
    return [
      ...own,
      {
        key: `over ${overlay} ${isDaily}`,
        label: translate(`history.byDay.overlays.${overlay}`),
        unit: line.unit,
        color: '--text3',
        decimals: line.decimals,
        beside: true as const,
        times: shown.map(({ at }) => at),
        values: shown.map(({ value }) => value),
      },
    ]
  }, [
    line,
    first,
    isDaily,
    days,
    others,
    data,
    zone,
    panel.lines,
    over,
    earlier.data,
    fullRange,
    judged,
    overlay,
    translate,
  ])
  const now = useClock(60_000)
  // By the law of the newest day in sight.
  const middle = Math.min(fullRange.to, now)
  const period = isDaily ? 'day' : 'hour'
  const alone = drawn.length === 1 && line !== null
  const classes = useMemo(() => (alone ? judged.bands(period, middle) : []), [alone, judged, period, middle])
  const lawLimit = alone && classes.length > 0 ? judged.limit(period, middle) : null
  const allLimits = useMemo(() => {
    if (lawLimit === null) return limits
    const value = numberText(lawLimit)
    return [...limits, { value: lawLimit, label: translate(`history.byDay.${period}Limit`, { value }) }]
  }, [limits, lawLimit, period, translate])
  const moments = useMoments(panel, isDaily)
  const backdrop = useMemo(
    (): Backdrop => ({
      classes,
      spread:
        isDaily && days.length > 0 && !line?.isDirection
          ? { times: days.map(({ at }) => at), low: days.map(({ low }) => low), high: days.map(({ high }) => high) }
          : null,
      ...((isDaily || moments.length > 0) && { moments }),
      ...(fullRange.to > now && { future: now }),
    }),
    [classes, isDaily, days, line, moments, fullRange.to, now],
  )
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
    wind: useMemo(() => (speed && direction ? { speed, direction } : null), [speed, direction]),
    isDaily,
    lines,
    limits: allLimits,
    backdrop,
    words: isDaily ? byDay : bySample,
    day,
    setDay,
    overlay,
    overlays: overlaysFor(fullRange),
    setOverlay,
    isOverlayEmpty: over !== null && earlier.data !== undefined && (earlier.data.lines[0]?.hours.length ?? 0) === 0,
  }
}

const HALF_HOUR = 1_800_000
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

/** A day's figure as a line; days without one break it. */
function dayLine(line: HourLine, days: readonly ShownDay[], { color }: Pick<Line, 'color'>): Line {
  return {
    key: `days ${line.id}`,
    label: line.label,
    unit: line.unit,
    color,
    decimals: line.decimals,
    times: days.map(({ at }) => at),
    values: days.map(({ value }) => value),
  }
}

/** By what a day of a node is told, as a key of `history.month`. */
export const dayNoteOf = ({ pollutant }: HourLine, judged: Judged): string => {
  const kind = judged.isJudged ? dayKindOf(pollutant) : 'mean'
  return kind === 'eight' ? 'eightNote' : kind === 'daytime' ? 'daytimeNote' : 'dailyNote'
}

/** The time that lies over the one in sight, `over` in the address; one that says nothing of the span is left. */
function useOverlay(fullRange: Range): [Overlay | null, (overlay: Overlay | null) => void] {
  const [search, setSearch] = useSearchParams()
  const overlay =
    OVERLAYS.find((known) => known === search.get('over') && overlaysFor(fullRange).includes(known)) ?? null
  return [
    overlay,
    (next) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          if (next) after.set('over', next)
          else after.delete('over')
          return after
        },
        { replace: true },
      ),
  ]
}
