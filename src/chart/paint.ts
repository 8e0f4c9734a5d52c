import type uPlot from 'uplot'
import { colorOf } from './colors.ts'
import type { Episode, Limit, Range } from './model.ts'

export interface Marks {
  limits: readonly Limit[]
  episodes: readonly Episode[]
  silences: readonly Range[]
  /** What stands in a silence: "no data". */
  silence: string
  size: number
}

/** Under the lines: alarm episodes as bands, silences as a hatch with their words. */
export function paintUnder(chart: uPlot, { episodes, silences, silence, size }: Marks): void {
  const { ctx, bbox } = chart
  inside(chart, () => {
    for (const episode of episodes) {
      const [left, width] = span(chart, episode)
      ctx.globalAlpha = 0.12
      ctx.fillStyle = colorOf('--alarm')
      ctx.fillRect(left, bbox.top, width, bbox.height)
      ctx.globalAlpha = 1
      ctx.fillRect(left, bbox.top, width, 2 * devicePixelRatio)
    }
    for (const gap of silences) {
      const [left, width] = span(chart, gap)
      hatch(ctx, left, bbox.top, width, bbox.height)
      if (width < 48 * devicePixelRatio) continue
      text(ctx, '--text3', size)
      ctx.textAlign = 'center'
      ctx.fillText(silence, left + width / 2, bbox.top + 14 * size * devicePixelRatio)
    }
  })
}

/** Over the lines: limits as dashed lines with their words. */
export function paintOver(chart: uPlot, { limits, size }: Marks): void {
  const { ctx, bbox } = chart
  inside(chart, () => {
    for (const { value, label } of limits) {
      const top = chart.valToPos(value, 'y', true)
      if (top < bbox.top || top > bbox.top + bbox.height) continue
      ctx.strokeStyle = colorOf('--l2')
      ctx.lineWidth = size * devicePixelRatio
      ctx.setLineDash([4 * size * devicePixelRatio, 3 * size * devicePixelRatio])
      ctx.beginPath()
      ctx.moveTo(bbox.left, top)
      ctx.lineTo(bbox.left + bbox.width, top)
      ctx.stroke()
      ctx.setLineDash([])
      text(ctx, '--l2-text', size)
      ctx.textAlign = 'right'
      ctx.fillText(label, bbox.left + bbox.width - 4 * devicePixelRatio, top - 5 * devicePixelRatio)
    }
  })
}

function inside({ ctx, bbox }: uPlot, paint: () => void): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  paint()
  ctx.restore()
}

/** Left edge and width of a stretch, in canvas pixels; never thinner than can be seen. */
function span(chart: uPlot, { from, to }: Range): [left: number, width: number] {
  const left = chart.valToPos(from, 'x', true)
  return [left, Math.max(2 * devicePixelRatio, chart.valToPos(to, 'x', true) - left)]
}

function hatch(ctx: CanvasRenderingContext2D, left: number, top: number, width: number, height: number): void {
  const step = 7 * devicePixelRatio
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, top, width, height)
  ctx.clip()
  ctx.strokeStyle = colorOf('--border')
  ctx.lineWidth = devicePixelRatio
  ctx.beginPath()
  // Only what is on the canvas: a silence may reach far beyond a zoomed range.
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
  ctx.font = `${12 * size * devicePixelRatio}px ${getComputedStyle(document.body).fontFamily}`
}
