import type uPlot from 'uplot'
import { colorOf, fontFamily } from './colors.ts'
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
      text(ctx, '--text3', size)
      if (ctx.measureText(silence).width + 8 * devicePixelRatio > width) continue
      ctx.textAlign = 'center'
      ctx.textBaseline = 'top'
      ctx.fillText(silence, left + width / 2, bbox.top + 6 * size * devicePixelRatio)
    }
  })
}

/** Over the lines: limits as dashed lines, each with its words on a ground of their own, so that no line runs through them. */
export function paintOver(chart: uPlot, { limits, size }: Marks): void {
  const { ctx, bbox } = chart
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
    text(ctx, '--l2-text', size)
    ctx.textAlign = 'right'
    ctx.textBaseline = 'middle'
    const taken: Box[] = []
    limits.forEach(({ label }, index) => {
      const top = tops[index] ?? 0
      if (top < bbox.top || top > bbox.top + bbox.height) return
      const words = fitted(ctx, label, bbox.width * 0.45)
      const box = placed({ width: ctx.measureText(words).width + 8 * scale, height: 18 * scale, at: top, gap: 2 * scale }, bbox, taken, (place) => isDrawnIn(chart, place))
      if (box === null) return
      taken.push(box)
      ctx.fillStyle = colorOf(chart.root.closest('dialog, [role=dialog]') ? '--raised' : '--surface')
      ctx.globalAlpha = 0.84
      ctx.fillRect(box.left, box.top, box.width, box.height)
      ctx.globalAlpha = 1
      ctx.fillStyle = colorOf('--l2-text')
      ctx.fillText(words, box.left + box.width - 4 * scale, box.top + box.height / 2)
    })
  })
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/**
 * Where a limit's words stand: at the right over its line, or under it where the picture ends; further left where other words are; at the left end where only
 * there they hide no line; null where there is no room.
 */
function placed({ width, height, at, gap }: { width: number; height: number; at: number; gap: number }, bbox: Box, taken: readonly Box[], isDrawn: (box: Box) => boolean): Box | null {
  const over = at - gap - height
  const top = over < bbox.top ? at + gap : over
  const box = { left: bbox.left + bbox.width - width, top, width, height }
  for (const other of taken.toSorted((a, b) => b.left - a.left)) {
    if (other.top < top + height && top < other.top + other.height && box.left < other.left + other.width) box.left = Math.min(box.left, other.left - width - gap)
  }
  if (box.left < bbox.left) return null
  const start = { ...box, left: bbox.left }
  return isDrawn(box) && !taken.some((other) => meet(start, other)) && !isDrawn(start) ? start : box
}

const meet = (a: Box, b: Box): boolean => a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height

/** Whether a line has samples in a box; of many samples some are looked at, since this is asked with each drawing. */
function isDrawnIn(chart: uPlot, { left, top, width, height }: Box): boolean {
  const [first, last] = [chart.posToIdx(left, true), chart.posToIdx(left + width, true)]
  const [low, high] = [chart.posToVal(top + height, 'y', true), chart.posToVal(top, 'y', true)]
  const step = Math.max(1, Math.ceil((last - first) / LOOKED_AT))
  return chart.data.slice(1).some((values) => {
    for (let at = first; at <= last; at += step) {
      const value = values[at]
      if (value != null && value >= low && value <= high) return true
    }
    return false
  })
}

const LOOKED_AT = 64

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
  ctx.font = `${12 * size * devicePixelRatio}px ${fontFamily()}`
}
