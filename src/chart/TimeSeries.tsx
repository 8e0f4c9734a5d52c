import { useTranslate } from 'react-admin'
import { useId, useMemo, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { useMode } from '../kit/theme/useMode.ts'
import {
  alignedColumns,
  shiftedRange,
  silences,
  summaryOf,
  zoomedRange,
  type Apart,
  type Backdrop,
  type MarkedRange,
  type Limit,
  type Line,
  type Range,
  type ReadoutWords,
} from './model.ts'
import { Plot, type PlotHandle } from './Plot.tsx'
import { readingAt, valueText } from './readout.ts'
import { useSettled } from './useSettled.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import css from './chart.module.css'
import textCss from '../kit/text.module.css'

export interface TimeSeriesProps {
  /** What the chart shows, as its accessible name. */
  label: string
  lines: readonly Line[]
  zone: Zone
  /** All there is to see. */
  fullRange: Range
  /** What is seen of it. */
  range: Range
  onRange: (range: Range) => void
  height?: number
  limits?: readonly Limit[]
  episodes?: readonly MarkedRange[]
  /** Values that are kept apart from their lines. */
  apart?: readonly Apart[]
  /** Charts with the same key share their cross-hair. */
  syncKey?: string | null
  /** Least and greatest value to make room for, the same for several charts; null: those of the lines in sight. */
  ends?: readonly [low: number, high: number] | null
  /** How much larger than usual words and lines are drawn. */
  size?: number
  /** Classes, what the values lie between, what happened, the future. */
  backdrop?: Backdrop
  /** What is said at the cross-hair; without it the moment to the second. */
  words?: ReadoutWords | null
  /** Shares the cross-hair with other pictures: the sample it stands on, epoch ms. */
  at?: number | null
  onAt?: (at: number | null) => void
  /** Filled with what a page may do with the drawn chart. */
  ref?: Ref<PlotHandle>
}

const none: readonly never[] = []
const NO_BACKDROP: Backdrop = {}
const nothing = (): void => {}

/**
 * Values over time: zoom by dragging, double click or 0 for all of it, + and - to zoom, shift and arrows to move, and the gestures of gestures.ts; cross-hair
 * with the values at the pointer or, by the arrows, from sample to sample. Gaps are drawn as gaps. One uPlot lives as long as its lines do; a new range or new
 * samples only redraw it.
 */
export function TimeSeries({
  label,
  lines,
  zone,
  fullRange,
  range,
  onRange,
  height = 180,
  limits = none,
  episodes = none,
  apart = none,
  syncKey = null,
  ends = null,
  size = 1,
  backdrop = NO_BACKDROP,
  words = null,
  at,
  onAt = nothing,
  ref,
}: TimeSeriesProps) {
  const translate = useTranslate()
  const mode = useMode()
  const hint = useId()
  const plot = useRef<PlotHandle>(null)
  const [sample, setSample] = useState<number | null>(null)
  const columns = useMemo(() => alignedColumns(lines), [lines])
  // Where values came that are told apart, the device was not silent.
  const gaps = useMemo(
    () =>
      silences(lines).filter(
        ({ from, to }) => !apart.some(({ at, doubt }) => doubt !== undefined && at > from && at < to),
      ),
    [lines, apart],
  )
  const noData = translate('chart.noData')
  const marks = useMemo(
    () => ({ limits, episodes, apart, silences: gaps, silence: noData, size, ...backdrop }),
    [limits, episodes, apart, gaps, noData, size, backdrop],
  )
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const quarter = (range.to - range.from) / 4
    if (act === 'in' || act === 'out') onRange(zoomedRange(range, fullRange, act === 'in' ? 0.5 : 2))
    else if (act === 'all') onRange(fullRange)
    else if (event.shiftKey) onRange(shiftedRange(range, fullRange, act === 'left' ? -quarter : quarter))
    else setSample(plot.current?.step(sample, act === 'left' ? -1 : 1) ?? null)
  }
  // Of a picture that is being moved nobody hears.
  const { from, to } = useSettled(range)
  const summary = useMemo(
    () => lines.map((line) => summaryWords(line, summaryOf(line, { from, to }), translate)).join('; '),
    [lines, from, to, translate],
  )
  return (
    <div className={css.chart} data-part="chart" onDoubleClick={() => onRange(fullRange)}>
      {lines[0]?.unit && lines.every(({ unit }) => unit === lines[0]?.unit) && (
        <span className={css.unit} data-part="unit" aria-hidden>
          {lines[0].unit}
        </span>
      )}
      {/* To a keyboard and to a screen reader the picture is a slider over its samples. */}
      <div
        className={css.plot}
        role="slider"
        tabIndex={0}
        aria-label={`${label}. ${summary || noData}`}
        aria-describedby={hint}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, columns[0].length - 1)}
        aria-valuenow={sample ?? 0}
        aria-valuetext={sample === null ? summary || noData : readingAt(columns, sample, lines, zone, episodes, words)}
        onKeyDown={press}
      >
        <Plot
          // What the options are made of: with another of these, the drawing starts anew.
          key={`${mode} ${height} ${size} ${zone.name} ${syncKey ?? ''} ${backdrop.classes?.length ?? 0} ${backdrop.moments ? 1 : 0} ${lines.map(({ key, color, positions }) => key + color + (positions?.join('/') ?? '')).join()}`}
          ref={(handle) => {
            plot.current = handle
            if (typeof ref === 'function') ref(handle)
            else if (ref) ref.current = handle
          }}
          lines={lines}
          columns={columns}
          marks={marks}
          range={range}
          fullRange={fullRange}
          zone={zone}
          height={height}
          syncKey={syncKey}
          ends={ends}
          size={size}
          words={words}
          at={at}
          onAt={onAt}
          onSelect={(chosen) => onRange(zoomedRange(chosen, fullRange, 1))}
          onRange={onRange}
        />
      </div>
      <span id={hint} className={textCss.visuallyHidden}>
        {translate('chart.keys')}
      </span>
    </div>
  )
}

const keys: Record<string, 'left' | 'right' | 'in' | 'out' | 'all'> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'all',
  Home: 'all',
}

function summaryWords(
  line: Line,
  summary: ReturnType<typeof summaryOf>,
  translate: ReturnType<typeof useTranslate>,
): string {
  if (!summary) return `${line.label}: ${translate('chart.noData')}`
  const [min, max, last] = [summary.min, summary.max, summary.last].map((value) => valueText(line, value))
  if (line.positions) return translate('chart.summarySwitch', { name: line.label, last })
  return translate('chart.summary', { name: line.label, min, max, last })
}
