import uPlot from 'uplot'
import { colorOf } from './colors.ts'
import type { Line, Range } from './model.ts'
import { paintOver, paintUnder, type Marks } from './paint.ts'
import type { Zone } from './zones.ts'

export interface PlotSetup {
  lines: readonly Line[]
  zone: Zone
  height: number
  width: number
  /** Charts with the same key share their cross-hair. */
  syncKey: string | null
  /** Ends of the y axis, or null: as the values ask for. */
  ends: readonly [low: number, high: number] | null
  marks: () => Marks
  range: () => Range
  format: (value: number) => string
  onSelect: (range: Range) => void
  onCursor: (chart: uPlot) => void
  /** How much larger than usual words and lines are drawn: for screens seen from afar. */
  size: number
}

/** uPlot's options in the look of the product: hairline grid, no frame, times of the platform's zone. */
export function plotOptions(setup: PlotSetup): uPlot.Options {
  const { lines, zone, height, width, syncKey, ends, marks, range, format, onSelect, onCursor, size } = setup
  const font = `${11 * size}px ${getComputedStyle(document.body).fontFamily}`
  const axis = { stroke: colorOf('--text3'), font, ticks: { show: false }, grid: { stroke: colorOf('--gridline'), width: 1 } }
  return {
    width,
    height,
    ms: 1,
    pxAlign: 1,
    padding: [8 * size, 12 * size, 0, 0],
    tzDate: (at) => zone.fields(at),
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false, dist: 4 },
      points: { size: 8 },
      focus: { prox: 24 },
      ...(syncKey ? { sync: { key: syncKey, setSeries: false } } : {}),
    },
    focus: { alpha: 1 },
    scales: { x: { time: true, range: () => [range().from, range().to] }, y: ends ? { range: [...ends] } : { range: (_, low, high) => around(low, high, marks().limits.map(({ value }) => value)) } },
    axes: [
      { ...axis, grid: { show: false }, size: 28 * size, gap: 6 * size, space: 64 * size, values: (_, splits, _index, _space, step) => splits.map((at) => timeWords(zone, at, step)) },
      { ...axis, size: (chart, values) => axisWidth(chart, values, font), gap: 8 * size, space: 36 * size, values: (_, splits) => splits.map((value) => format(value).replace(/\.0+$/, '')) },
    ],
    series: [
      {},
      ...lines.map(({ label, color }) => ({ label, stroke: colorOf(color), width: 1.6 * size, points: { show: sparse }, spanGaps: false })),
    ],
    hooks: {
      drawClear: [(chart) => paintUnder(chart, marks())],
      draw: [(chart) => paintOver(chart, marks())],
      setCursor: [onCursor],
      setSelect: [
        (chart) => {
          const { left, width: chosen } = chart.select
          if (chosen < 4) return
          onSelect({ from: Math.round(chart.posToVal(left, 'x')), to: Math.round(chart.posToVal(left + chosen, 'x')) })
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
        },
      ],
    },
  }
}

/** Dots only where a line alone would not show: few samples. */
const sparse = (chart: uPlot, index: number): boolean => {
  const values = chart.data[index] ?? []
  let count = 0
  for (const value of values) if (value != null && ++count > 60) return false
  return true
}

/** Room above and below; a limit near the values is brought into the picture, one far off is not: it would flatten the line. */
function around(low: number, high: number, limits: readonly number[]): [number, number] {
  if (low == null || high == null || !Number.isFinite(low) || !Number.isFinite(high)) return [0, 1]
  const reach = Math.max(high - low, Math.abs(high) * 0.1, 0.1)
  const near = limits.filter((limit) => limit > low - reach && limit < high + reach)
  const [bottom, top] = [Math.min(low, ...near), Math.max(high, ...near)]
  const [from, to] = uPlot.rangeNum(bottom, top, 0.1, true)
  // A quantity that is never negative is not drawn as if it could be.
  return [low >= 0 ? Math.max(0, from ?? 0) : (from ?? 0), to ?? 1]
}

const DAY = 86_400_000

/** HH:mm within a day, the day where it begins, seconds where the axis is that fine. */
function timeWords(zone: Zone, at: number, step: number): string {
  if (step >= DAY) return zone.day(at).slice(5)
  if (step < 60_000) return zone.clock(at)
  const clock = zone.clock(at, false)
  return clock === '00:00' && step < DAY ? zone.day(at).slice(5) : clock
}

function axisWidth(chart: uPlot, values: string[] | null, font: string): number {
  if (!values || values.length === 0) return 36
  chart.ctx.save()
  chart.ctx.font = font
  const widest = Math.max(...values.map((value) => chart.ctx.measureText(value).width))
  chart.ctx.restore()
  return Math.ceil(widest) + 16
}
