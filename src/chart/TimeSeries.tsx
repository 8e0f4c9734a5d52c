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
  /** Accessible name of the chart: what it shows. */
  label: string
  lines: readonly Line[]
  zone: Zone
  /** The full range of the data. */
  fullRange: Range
  /** The visible range. */
  range: Range
  onRange: (range: Range) => void
  height?: number
  limits?: readonly Limit[]
  episodes?: readonly MarkedRange[]
  /** Values that are set apart from their lines. */
  apart?: readonly Apart[]
  /** Charts with the same key share their cross-hair. */
  syncKey?: string | null
  /** Minimum and maximum of the y axis, the same for several charts; null: those of the visible lines. */
  ends?: readonly [low: number, high: number] | null
  /** Scale factor of texts and lines. */
  size?: number
  /** Class bands, spread, moments, the future. */
  backdrop?: Backdrop
  /** Texts at the cross-hair; by default the time to the second. */
  words?: ReadoutWords | null
  /** Position of the cross-hair, shared with other pictures: the time of its sample, ms since the epoch. */
  at?: number | null
  onAt?: (at: number | null) => void
  /** Receives the handle of the drawn chart. */
  ref?: Ref<PlotHandle>
}

const none: readonly never[] = []
const NO_BACKDROP: Backdrop = {}
const nothing = (): void => {}

/**
 * Values over time. Dragging zooms; double click or 0 shows the full range; + and - zoom, Shift with the arrow keys
 * moves, and gestures.ts adds gestures. A cross-hair shows the values at the pointer or, with the arrow keys, from
 * sample to sample. Gaps are drawn as gaps. One uPlot instance lives as long as its lines; a new range or new samples
 * only redraw it.
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
  // Where flagged or other separate values arrived, the device was not silent.
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
  // While the view moves, nothing is announced.
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
      {/* For keyboard and screen reader the chart is a slider over its samples. */}
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
          // The inputs of the plot's options: a change creates the plot anew.
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
