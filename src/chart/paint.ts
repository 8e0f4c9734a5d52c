import type uPlot from 'uplot'
import { colorOf, fontFamily } from './colors.ts'
import { paintBackdrop } from './backdrop.ts'
import type { Apart, Backdrop, MarkedRange, Limit, Range } from './model.ts'
import { curvesInside, placeLabel, type LabelBox } from './placing.ts'

export interface ChartMarks extends Backdrop {
  limits: readonly Limit[]
  episodes: readonly MarkedRange[]
  silences: readonly Range[]
  apart: readonly Apart[]
  /** Text in a silence: "no data". */
  silence: string
  size: number
}

/**
 * Paints below the lines: episodes as bands, silences as a labelled hatch; where an episode overlaps a silence, only
 * its upper edge is drawn.
 */
export function paintUnder(chart: uPlot, marks: ChartMarks): void {
  const { ctx, bbox } = chart
  paintBackdrop(chart, marks, marks.size)
  inside(chart, () => {
    const silences = marks.silences.map((gap) => span(chart, gap))
    const of = (kind: MarkedRange['kind']) =>
      marks.episodes.filter((episode) => episode.kind === kind).map((episode) => span(chart, episode))
    const [episodes, upkeep] = [of(undefined), of('maintenance')]
    for (const [left, width] of upkeep) paintUpkeep(ctx, left, width, bbox)
    ctx.fillStyle = colorOf('--alarm')
    ctx.save()
    ctx.globalAlpha = 0.12
    ctx.beginPath()
    for (const [left, width] of [[bbox.left, bbox.width] as const, ...silences])
      ctx.rect(left, bbox.top, width, bbox.height)
    ctx.clip('evenodd')
    for (const [left, width] of episodes) ctx.fillRect(left, bbox.top, width, bbox.height)
    ctx.restore()
    for (const [left, width] of silences) hatch(ctx, left, width, bbox)
    for (const [left, width] of episodes) ctx.fillRect(left, bbox.top, width, 2 * devicePixelRatio)
    text(ctx, '--text3', marks.size)
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    for (const { left, top, width, height } of silenceBoxes(chart, marks))
      ctx.fillText(marks.silence, left + width / 2, top + height / 2)
  })
}

/**
 * Paints a maintenance window: a faint field with a dashed upper edge, so that it is distinguishable from an alarm
 * without its colour.
 */
function paintUpkeep(ctx: CanvasRenderingContext2D, left: number, width: number, { top, height }: uPlot.BBox): void {
  ctx.save()
  ctx.fillStyle = ctx.strokeStyle = colorOf('--text3')
  ctx.globalAlpha = 0.14
  ctx.fillRect(left, top, width, height)
  ctx.globalAlpha = 1
  ctx.lineWidth = 3 * devicePixelRatio
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio])
  ctx.beginPath()
  ctx.moveTo(left, top + ctx.lineWidth / 2)
  ctx.lineTo(left + width, top + ctx.lineWidth / 2)
  ctx.stroke()
  ctx.restore()
}

/**
 * Paints above the lines: limits as dashed lines, each with a label whose outline keeps crossing curves clear of it;
 * without a crossing curve, the outline is left out on an episode's band, where it would look like a stain.
 */
export function paintOver(chart: uPlot, marks: ChartMarks): void {
  const { ctx, bbox } = chart
  const { limits, episodes, size } = marks
  const scale = size * devicePixelRatio
  inside(chart, () => {
    const tops = limits.map(({ value }) => Math.round(chart.valToPos(value, 'y', true)) + 0.5)
    ctx.strokeStyle = colorOf('--l2')
    ctx.lineWidth = scale
    ctx.setLineDash([4 * scale, 3 * scale])
    ctx.beginPath()
    for (const top of tops) {
      ctx.moveTo(bbox.left, top)
      ctx.lineTo(bbox.left + bbox.width, top)
    }
    ctx.stroke()
    ctx.setLineDash([])
    const taken: LabelBox[] = silenceBoxes(chart, marks)
    text(ctx, '--l2-text', size)
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    ctx.strokeStyle = colorOf(chart.root.closest('dialog, [role=dialog]') ? '--raised' : '--surface')
    ctx.lineWidth = 4 * scale
    ctx.lineJoin = 'round'
    limits.forEach(({ label }, index) => {
      const top = tops[index] ?? 0
      if (top < bbox.top || top > bbox.top + bbox.height) return
      const words = fitted(ctx, label, bbox.width * 0.45)
      const box = placeLabel(
        { width: ctx.measureText(words).width + 8 * scale, height: 18 * scale, at: top, gap: 2 * scale },
        bbox,
        taken,
        (place) => curvesInside(chart, place),
      )
      if (box === null) return
      taken.push(box)
      const middle = [box.left + box.width / 2, box.top + box.height / 2] as const
      if (!episodes.some((episode) => under(chart, episode, box)) || curvesInside(chart, box) > 0)
        ctx.strokeText(words, ...middle)
      ctx.fillText(words, ...middle)
    })
  })
}

/**
 * Paints above the lines the values set apart: hollow points, triangles for suspect ones and crosses for failed ones;
 * values beyond the axis are drawn at its edge.
 */
export function paintApart(chart: uPlot, { apart, size }: ChartMarks): void {
  const { ctx, bbox } = chart
  const radius = 4 * size * devicePixelRatio
  inside(chart, () => {
    ctx.lineWidth = 1.6 * size * devicePixelRatio
    ctx.fillStyle = colorOf('--surface')
    for (const { at, value, color, doubt } of apart) {
      const top = Math.min(
        Math.max(chart.valToPos(value, 'y', true), bbox.top + radius + ctx.lineWidth),
        bbox.top + bbox.height - radius - ctx.lineWidth,
      )
      ctx.strokeStyle = colorOf(color)
      ctx.beginPath()
      const left = chart.valToPos(at, 'x', true)
      if (doubt === 'fail') cross(ctx, left, top, radius)
      else if (doubt === 'suspect') triangle(ctx, left, top, radius)
      else ctx.arc(left, top, radius, 0, 2 * Math.PI)
      if (doubt !== 'fail') ctx.fill()
      ctx.stroke()
    }
  })
}

function cross(ctx: CanvasRenderingContext2D, left: number, top: number, radius: number): void {
  ctx.moveTo(left - radius, top - radius)
  ctx.lineTo(left + radius, top + radius)
  ctx.moveTo(left - radius, top + radius)
  ctx.lineTo(left + radius, top - radius)
}

function triangle(ctx: CanvasRenderingContext2D, left: number, top: number, radius: number): void {
  ctx.moveTo(left, top - radius)
  ctx.lineTo(left + radius, top + radius)
  ctx.lineTo(left - radius, top + radius)
  ctx.closePath()
}

/**
 * Returns the positions of the silences' labels, for silences wide enough: at the top, or lower if a limit would cross
 * the label.
 */
function silenceBoxes(chart: uPlot, { silences, silence, limits, size }: ChartMarks): LabelBox[] {
  const { ctx, bbox } = chart
  const scale = size * devicePixelRatio
  text(ctx, '--text3', size)
  const [width, height] = [ctx.measureText(silence).width + 8 * scale, 18 * scale]
  const crossed = (top: number) =>
    limits.some(({ value }) => Math.abs(chart.valToPos(value, 'y', true) - top - height / 2) < height / 2 + 2 * scale)
  const top =
    [4 * scale, (bbox.height - height) / 2, bbox.height - height - 4 * scale]
      .map((down) => bbox.top + down)
      .find((place) => !crossed(place)) ?? bbox.top
  return silences.flatMap((gap) => {
    const [start, length] = span(chart, gap)
    // Clipped to the visible part.
    const [left, right] = [Math.max(start, bbox.left), Math.min(start + length, bbox.left + bbox.width)]
    return right - left < width ? [] : { left: (left + right - width) / 2, top, width, height }
  })
}

function fitted(ctx: CanvasRenderingContext2D, words: string, width: number): string {
  if (ctx.measureText(words).width <= width) return words
  let end = words.length - 1
  while (end > 1 && ctx.measureText(`${words.slice(0, end)}…`).width > width) end--
  return `${words.slice(0, end)}…`
}

function inside({ ctx, bbox }: uPlot, paint: () => void): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  paint()
  ctx.restore()
}

/** Returns left edge and width of a range, in canvas pixels, with a minimum width that is visible. */
function span(chart: uPlot, { from, to }: Range): [left: number, width: number] {
  const left = chart.valToPos(from, 'x', true)
  return [left, Math.max(2 * devicePixelRatio, chart.valToPos(to, 'x', true) - left)]
}

function under(chart: uPlot, stretch: Range, box: LabelBox): boolean {
  const [left, width] = span(chart, stretch)
  return left < box.left + box.width && box.left < left + width
}

function hatch(ctx: CanvasRenderingContext2D, left: number, width: number, { top, height }: LabelBox): void {
  const step = 7 * devicePixelRatio
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, top, width, height)
  ctx.clip()
  ctx.strokeStyle = colorOf('--border')
  ctx.lineWidth = devicePixelRatio
  ctx.beginPath()
  // Clipped to the canvas: a silence may reach far beyond a zoomed range.
  const end = Math.min(left + width, ctx.canvas.width)
  for (let x = Math.max(left, 0) - height; x < end; x += step) {
    ctx.moveTo(x, top + height)
    ctx.lineTo(x + height, top)
  }
  ctx.stroke()
  ctx.restore()
}

function text(ctx: CanvasRenderingContext2D, color: string, size: number): void {
  ctx.fillStyle = colorOf(color)
  ctx.font = `${12 * size * devicePixelRatio}px ${fontFamily()}`
}
