import type uPlot from 'uplot'
import { colorOf, fontFamily } from './colors.ts'
import type { Backdrop, ClassBand, Moment, Spread } from './model.ts'

/** Opacity of the class bands behind curves. */
const FIELD = 0.62
/** Opacity of a line's spread. */
const BETWEEN = 0.28

/**
 * Paints below everything: class bands with a rail at the axis and labels outside the right end, the line's spread, the
 * shading of the future, and the moments above the plot.
 */
export function paintBackdrop(
  chart: uPlot,
  { classes = [], spread, moments = [], future }: Backdrop,
  size: number,
): void {
  const { ctx, bbox } = chart
  const scale = size * devicePixelRatio
  ctx.save()
  for (const band of classes) paintClass(chart, band, scale)
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  if (spread) paintSpread(chart, spread)
  if (future !== undefined) {
    const left = Math.max(bbox.left, chart.valToPos(future, 'x', true))
    ctx.globalAlpha = 0.6
    ctx.fillStyle = colorOf('--surface')
    if (left < bbox.left + bbox.width) ctx.fillRect(left, bbox.top, bbox.left + bbox.width - left, bbox.height)
  }
  ctx.restore()
  for (const moment of moments) paintMoment(chart, moment, scale)
}

/** Returns the colour of a line by the class of its values, as a gradient with hard stops over the plot. */
export function strokeByClass(chart: uPlot, classes: readonly ClassBand[]): CanvasGradient | string {
  const { ctx, bbox } = chart
  const [first] = classes
  if (!first || !(bbox.height > 0)) return first ? colorOf(`${first.color}-line`) : 'gray'
  const stroke = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height)
  const partOf = (value: number): number =>
    Math.min(1, Math.max(0, (chart.valToPos(Math.min(value, 1e9), 'y', true) - bbox.top) / bbox.height))
  for (const band of classes.toSorted((one, other) => other.from - one.from)) {
    const color = colorOf(`${band.color}-line`)
    stroke.addColorStop(partOf(band.to), color)
    stroke.addColorStop(partOf(band.from), color)
  }
  return stroke
}

function paintClass(chart: uPlot, { from, to, color, label }: ClassBand, scale: number): void {
  const { ctx, bbox } = chart
  const [top, bottom] = [Math.min(to, 1e9), from].map((value) =>
    Math.min(bbox.top + bbox.height, Math.max(bbox.top, chart.valToPos(value, 'y', true))),
  ) as [number, number]
  if (bottom - top < 1) return
  ctx.globalAlpha = FIELD
  ctx.fillStyle = colorOf(`${color}-bg`)
  ctx.fillRect(bbox.left, top, bbox.width, bottom - top)
  ctx.globalAlpha = 1
  ctx.fillStyle = colorOf(color)
  ctx.fillRect(bbox.left - 3 * scale, top, 3 * scale, bottom - top)
  if (bottom - top < 14 * scale) return
  ctx.font = `${12 * scale}px ${fontFamily()}`
  ctx.fillStyle = colorOf(`${color}-text`)
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.fillText(label, bbox.left + bbox.width + 8 * scale, (top + bottom) / 2)
}

function paintSpread(chart: uPlot, { times, low, high }: Spread): void {
  const { ctx } = chart
  ctx.globalAlpha = BETWEEN
  ctx.fillStyle = colorOf('--text3')
  ctx.beginPath()
  const point = (at: number | undefined, value: number | undefined): void =>
    ctx.lineTo(chart.valToPos(at ?? 0, 'x', true), chart.valToPos(value ?? 0, 'y', true))
  for (let index = 0; index < times.length; index++) point(times[index], high[index])
  for (let index = times.length - 1; index >= 0; index--) point(times[index], low[index])
  ctx.closePath()
  ctx.fill()
  ctx.globalAlpha = 1
}

/** A wrench in a 24 by 24 box (Lucide, ISC). */
const WRENCH =
  'M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.77-3.77a6 6 0 0 1-7.94 7.94l-6.91 6.91a2.12 2.12 0 0 1-3-3l6.91-6.91a6 6 0 0 1 7.94-7.94l-3.76 3.76z'

/**
 * Corners of a mark relative to its centre, in halves of its width: the diamond of an alarm; a triangle that points at
 * the plot.
 */
const CORNERS = {
  alarm: [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ],
  operation: [
    [-1, -1],
    [1, -1],
    [0, 1],
  ],
} as const

function paintMoment(chart: uPlot, { at, kind, color }: Moment, scale: number): void {
  const { ctx, bbox } = chart
  const left = chart.valToPos(at, 'x', true)
  if (left < bbox.left - 1 || left > bbox.left + bbox.width + 1) return
  const [middle, half] = [bbox.top - 9 * scale, 4.5 * scale]
  ctx.save()
  if (kind === 'calibration') {
    ctx.translate(left - 6 * scale, middle - 6 * scale)
    ctx.scale(scale / 2, scale / 2)
    ctx.strokeStyle = colorOf(color)
    ctx.lineWidth = 2.5
    ctx.lineJoin = 'round'
    ctx.stroke(new Path2D(WRENCH))
  } else {
    ctx.fillStyle = colorOf(color)
    ctx.beginPath()
    for (const [right, down] of CORNERS[kind]) ctx.lineTo(left + right * half, middle + down * half)
    ctx.closePath()
    ctx.fill()
  }
  ctx.restore()
}
