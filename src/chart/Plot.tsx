import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { watchGestures } from './gestures.ts'
import type { Columns, Line, Range, ReadoutWords } from './model.ts'
import { plotOptions } from './options.ts'
import type { ChartMarks } from './paint.ts'
import { pictureOf } from './picture.ts'
import { hideReadout, showReadout } from './readout.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import css from './chart.module.css'

export interface PlotHandle {
  /** Returns the current drawing as a picture, with a title. */
  picture: (label: string) => HTMLCanvasElement | null
  /**
   * Moves the cross-hair to the sample before or after a time; from null to the newest in view. Returns the time of the
   * sample it stops at.
   */
  step: (from: number | null, by: -1 | 1) => number | null
}

interface PlotProps {
  lines: readonly Line[]
  columns: Columns
  marks: ChartMarks
  range: Range
  fullRange: Range
  zone: Zone
  height: number
  syncKey: string | null
  ends: readonly [low: number, high: number] | null
  size: number
  words: ReadoutWords | null
  /**
   * Position of the cross-hair when it is controlled, ms since the epoch; null: hidden. Undefined: it follows the
   * pointer.
   */
  at: number | null | undefined
  /** Called with the time of the sample under the cross-hair, ms since the epoch. */
  onAt: (at: number | null) => void
  /** Called with the range selected by dragging. */
  onSelect: (range: Range) => void
  /** Called when the view is moved or zoomed. */
  onRange: (range: Range) => void
  ref: Ref<PlotHandle>
}

/** Wraps uPlot: the plot is created once, and then only gets new samples, another range, or other marks. */
export function Plot({
  lines,
  columns,
  marks,
  range,
  fullRange,
  zone,
  height,
  syncKey,
  ends,
  size,
  words,
  at,
  onAt,
  onSelect,
  onRange,
  ref,
}: PlotProps) {
  const host = useRef<HTMLDivElement>(null)
  const readout = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot | null>(null)
  // Read by uPlot's callbacks while it draws.
  const drawn = useRef({ marks, range, fullRange, ends })
  const select = useEffectEvent(onSelect)
  const change = useEffectEvent(onRange)
  const show = useEffectEvent((made: uPlot) => {
    showReadout(readout.current, made, lines, zone, marks.episodes, words)
    const { idx, left = -1 } = made.cursor
    onAt(idx == null || left < 0 ? null : (made.data[0][idx] ?? null))
  })
  const make = useEffectEvent((frame: HTMLDivElement) => {
    const options = plotOptions({
      lines,
      zone,
      height,
      width: widthOf(frame),
      syncKey,
      size,
      marks: () => drawn.current.marks,
      range: () => drawn.current.range,
      fullRange: () => drawn.current.fullRange,
      ends: () => drawn.current.ends,
      onSelect: (chosen) => select(chosen),
      onCursor: (made) => show(made),
    })
    return new uPlot(options, columns as uPlot.AlignedData, frame)
  })
  const resize = useEffectEvent((frame: HTMLDivElement) => chart.current?.setSize({ width: widthOf(frame), height }))

  useEffect(() => {
    const frame = host.current
    if (!frame) return
    const made = make(frame)
    chart.current = made
    const watcher = new ResizeObserver(() => resize(frame))
    watcher.observe(frame)
    const stop = watchGestures(made, {
      range: () => drawn.current.range,
      fullRange: () => drawn.current.fullRange,
      onRange: (next) => change(next),
    })
    return () => {
      stop()
      watcher.disconnect()
      made.destroy()
      chart.current = null
    }
  }, [])

  const { from, to } = range
  const { from: first, to: last } = fullRange
  const [low, high] = ends ?? []
  useEffect(() => {
    drawn.current.range = { from, to }
    drawn.current.fullRange = { from: first, to: last }
    chart.current?.setScale('x', { min: from, max: to })
  }, [from, to, first, last])

  useEffect(() => {
    drawn.current = { ...drawn.current, marks, ends: low === undefined || high === undefined ? null : [low, high] }
    chart.current?.setData(columns as uPlot.AlignedData)
  }, [columns, marks, low, high])

  useEffect(() => {
    const made = chart.current
    if (!made || at === undefined) return
    const { idx, left = -1 } = made.cursor
    const own = idx == null || left < 0 ? null : made.data[0][idx]
    if (own === at) return
    made.setCursor(at === null ? AWAY : { left: made.valToPos(at, 'x'), top: 0 }, true)
  }, [at])

  useImperativeHandle(ref, () => ({
    picture: (label) => chart.current && pictureOf(chart.current, label, lines),
    step: (start, by) => move(chart.current, start, by),
  }))
  return (
    <>
      <div ref={host} onPointerLeave={({ pointerType }) => pointerType !== 'touch' && hideReadout(readout.current)} />
      <div ref={readout} className={css.readout} data-part="readout" aria-hidden hidden />
    </>
  )
}

/** Position that hides the cross-hair. */
const AWAY = { left: -10, top: -10 }

const widthOf = (frame: HTMLDivElement): number => Math.max(120, frame.clientWidth)

function move(chart: uPlot | null, from: number | null, by: -1 | 1): number | null {
  const times = chart?.data[0] ?? []
  const { min, max } = chart?.scales['x'] ?? {}
  const inSight = (index: number) =>
    (times[index] ?? 0) >= (min ?? -Infinity) && (times[index] ?? 0) <= (max ?? Infinity)
  const forth = from === null ? -1 : by
  let next = from === null ? times.length - 1 : from + by
  while (next >= 0 && next < times.length && !inSight(next)) next += forth
  const at = times[next]
  if (!chart || at === undefined) return from
  chart.setCursor({ left: chart.valToPos(at, 'x'), top: 0 }, true)
  return next
}
