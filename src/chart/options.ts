import uPlot from 'uplot'
import { colorOf, dashOf, fontFamily } from './colors.ts'
import { strokeByClass } from './backdrop.ts'
import { chooseWithoutShift } from './gestures.ts'
import type { Line, Range } from './model.ts'
import { paintApart, paintOver, paintUnder, type ChartMarks } from './paint.ts'
import { numberText } from '../../resources/kit/reading.ts'
import { DAY, type Zone } from '../../resources/kit/zone.ts'

export interface PlotSetup {
  lines: readonly Line[]
  zone: Zone
  height: number
  width: number
  /** Charts with the same key share their cross-hair. */
  syncKey: string | null
  marks: () => ChartMarks
  range: () => Range
  /** The full range of the data. */
  fullRange: () => Range
  /** Ends of the y axis, or null: those of the lines. */
  ends: () => readonly [low: number, high: number] | null
  onSelect: (range: Range) => void
  onCursor: (chart: uPlot) => void
  /** Scale factor of texts and lines, for screens seen from afar. */
  size: number
}

/** Returns uPlot's options in the product's look: hairline grid, no frame, times in the platform's zone. */
export function plotOptions(setup: PlotSetup): uPlot.Options {
  const { lines, zone, height, width, syncKey, ends, marks, range, fullRange, onSelect, onCursor, size } = setup
  const font = `${11 * size}px ${fontFamily()}`
  const dashes = lines.map(({ color, beside }) =>
    (beside ? BESIDE : dashOf(color)).map((length) => length * size * devicePixelRatio),
  )
  const { classes = NONE, moments } = marks()
  const axis = {
    stroke: colorOf('--text3'),
    font,
    ticks: { show: false },
    grid: { stroke: colorOf('--gridline'), width: 1 },
  }
  return {
    width,
    height,
    ms: 1,
    pxAlign: 1,
    // Room for moments at the top, and for class names at the right.
    padding: [(moments ? 20 : 8) * size, (classes.length > 0 ? 92 : 16) * size, 0, 0],
    tzDate: (at) => zone.fields(at),
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false, dist: 4 },
      bind: { mousedown: chooseWithoutShift },
      points: { size: 8 },
      focus: { prox: 24 },
      ...(syncKey ? { sync: { key: syncKey, setSeries: false } } : {}),
    },
    focus: { alpha: 1 },
    scales: {
      x: { time: true, range: () => [range().from, range().to] },
      y: {
        range: (_, low, high) =>
          lines.length > 0 && lines.every(({ positions }) => positions)
            ? STEPS
            : around(
                ...withSpread(ends() ?? [low, high], marks()),
                marks().limits.map(({ value }) => value),
              ),
      },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28 * size,
        gap: 6 * size,
        space: 64 * size,
        values: (_, splits, _index, _space, step) =>
          timesOf(zone, splits, step, zone.day(fullRange().from) === zone.day(fullRange().to)),
      },
      {
        ...axis,
        size: (chart, values) => axisWidth(chart, values, font),
        gap: 8 * size,
        space: (_chart, _axis, _low, _high, length) => (length < LOW ? 22 : 36) * size,
        values: (_, splits) => axisLabels(splits),
        ...stepsAxis(lines),
      },
    ],
    series: [
      {},
      ...lines.map(({ label, color, positions, beside }, index) => ({
        label,
        ...(positions && { paths: steps }),
        stroke:
          // With two curves each keeps its own colour, by which it is recognised (design 8.1).
          index === 0 && classes.length > 0 && lines.slice(1).every((line) => line.beside)
            ? (chart: uPlot) => strokeByClass(chart, marks().classes ?? NONE)
            : colorOf(color),
        width: (beside ? 1.2 : 1.6) * size,
        points: beside ? { show: false } : { show: sparse, filter: alone, fill: colorOf('--surface') },
        spanGaps: false,
      })),
    ],
    hooks: {
      drawClear: [(chart) => thin(chart, 1.6 * size, dashes), (chart) => paintUnder(chart, marks())],
      draw: [(chart) => paintOver(chart, marks()), (chart) => paintApart(chart, marks())],
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

const NONE: readonly never[] = []
/** Dashes of a comparison line, CSS px. */
const BESIDE = [4, 3]

/** Range of an axis of switches: some room around 0 and 1. */
const STEPS: [number, number] = [-0.2, 1.2]

const steps = uPlot.paths.stepped?.({ align: 1 })

/**
 * Returns the labels of an axis: all with as many decimals as the most precise of them needs; from 1000 on in the
 * console's usual number format.
 */
export function axisLabels(splits: readonly number[]): string[] {
  if (splits.some((value) => Math.abs(value) >= 1000))
    return splits.map((value) => numberText(value, 0).replace(/\.0+$/, ''))
  const decimals = Math.max(
    0,
    ...splits.map((value) => String(Number(value.toFixed(MAX_DECIMALS))).split('.')[1]?.length ?? 0),
  )
  return splits.map((value) => value.toFixed(decimals).replace('-', '−'))
}

const MAX_DECIMALS = 4

/** An axis of switches has two labels: the names of their positions. */
function stepsAxis(lines: readonly Line[]): Pick<uPlot.Axis, 'splits' | 'values'> {
  const positions = lines.every((line) => line.positions) ? lines[0]?.positions : undefined
  return positions
    ? { splits: () => [0, 1], values: (_, splits) => splits.map((value) => positions[value === 1 ? 1 : 0]) }
    : {}
}

/**
 * Draws lines with more visible samples than pixels one device pixel wide and solid: wide ones would blur, dashed ones
 * would break into dots, and both are slow to draw.
 */
function thin(chart: uPlot, width: number, dashes: readonly number[][]): void {
  const [first = 0, last = 0] = chart.series[0]?.idxs ?? []
  const dense = last - first > 2 * (chart.bbox.width / devicePixelRatio)
  chart.series.slice(1).forEach((line, index) => {
    line.width = dense ? 1 / devicePixelRatio : width
    line.dash = dense ? undefined : dashes[index]
  })
}

/**
 * Returns whether to draw dots for all samples of a line: they must be few and far apart, since close dots would hide
 * the line.
 */
const sparse = (chart: uPlot, index: number, first: number, last: number): boolean => {
  const values = chart.data[index] ?? []
  let count = 0
  for (let at = first; at <= last; at++) if (values[at] != null && ++count > 60) return false
  const [from, to] = [first, last].map((at) => chart.valToPos(chart.data[0][at] ?? 0, 'x'))
  return count < 2 || ((to ?? 0) - (from ?? 0)) / (count - 1) >= APART
}

const APART = 10

/** Otherwise returns only the samples with a gap on both sides, which no line shows. */
const alone = (chart: uPlot, index: number, all: boolean): number[] | null => {
  const values = chart.data[index] ?? []
  if (all) return null
  const [first = 0, last = 0] = chart.series[0]?.idxs ?? []
  const ends = (at: number, step: 1 | -1): boolean => {
    let next = at + step
    // Undefined: a moment of another line only.
    while (values[next] === undefined && next >= 0 && next < values.length) next += step
    return values[next] == null
  }
  const found: number[] = []
  for (let at = first; at <= last; at++) if (values[at] != null && ends(at, -1) && ends(at, 1)) found.push(at)
  return found.length > 0 ? found : null
}

/**
 * Returns the range of the y axis with some margin; it includes limits near the values, but not distant ones, which
 * would flatten the line.
 */
function around(low: number, high: number, limits: readonly number[]): [number, number] {
  if (low == null || high == null || !Number.isFinite(low) || !Number.isFinite(high)) return [0, 1]
  const reach = Math.max(high - low, Math.abs(high) * 0.1, 0.1)
  const near = limits.filter((limit) => limit > low - reach && limit < high + reach)
  const [bottom, top] = [Math.min(low, ...near), Math.max(high, ...near)]
  const [from, to] = uPlot.rangeNum(bottom, top, 0.1, true)
  // The axis of a quantity that is never negative does not extend below 0.
  return [low >= 0 ? Math.max(0, from ?? 0) : (from ?? 0), to ?? 1]
}

/** Extends the range to a line's spread. */
function withSpread([low, high]: readonly [number, number], { spread }: ChartMarks): [number, number] {
  if (!spread || spread.times.length === 0) return [low, high]
  const [least, most] = [spread.low, spread.high].map((values) => values.filter((value) => Number.isFinite(value)))
  return [Math.min(low ?? Infinity, ...(least ?? [])), Math.max(high ?? -Infinity, ...(most ?? []))]
}

/** Charts below this height have denser labels, since an axis needs at least two, px. */
const LOW = 140

/**
 * Returns the labels of the time axis: HH:mm within a day, the date at midnight, seconds if the axis is that fine. A
 * chart of a single day shows no date; with several days at least one label always has it.
 */
function timesOf(zone: Zone, splits: readonly number[], step: number, oneDay: boolean): string[] {
  if (step >= DAY) return splits.map((at) => zone.day(at).slice(5))
  const clocks = splits.map((at) => zone.clock(at, step < 60_000))
  if (oneDay) return clocks
  const named = clocks.map((clock, index) =>
    /^00:00(:00)?$/.test(clock) ? zone.day(splits[index] ?? 0).slice(5) : clock,
  )
  const first = splits[0]
  return first === undefined || named.some((words, index) => words !== clocks[index])
    ? named
    : [`${zone.day(first).slice(5)} ${named[0]}`, ...named.slice(1)]
}

/**
 * Minimum width of the y axis, so that charts below one another start at the same place, whether their values have two
 * digits or four.
 */
const NARROWEST = 44

function axisWidth(chart: uPlot, values: string[] | null, font: string): number {
  if (!values || values.length === 0) return NARROWEST
  chart.ctx.save()
  chart.ctx.font = font
  const widest = Math.max(...values.map((value) => chart.ctx.measureText(value).width))
  chart.ctx.restore()
  return Math.max(NARROWEST, Math.ceil(widest) + 16)
}
