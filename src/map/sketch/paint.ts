import type { Language } from '../../../i18n/types.ts'
import type { Palette } from './palette.ts'
import { nameIn, type Shape } from './sketch.ts'
import { styles, type Style } from './styles.ts'

/** A square of the map: where it lies in the plane (0 to 1), px per unit of the plane, and its size in px. */
export interface Square {
  x: number
  y: number
  scale: number
  size: number
  zoom: number
}

type Painted = readonly (readonly [Style, Shape[]])[]

/** Paints what of the shapes lies in a square: areas, then the casings of lines, lines, and names. */
export function paint(
  context: CanvasRenderingContext2D,
  square: Square,
  shapes: readonly Shape[],
  palette: Palette,
  sea: boolean,
  language: Language,
): void {
  context.fillStyle = sea ? palette.sea : palette.ground
  context.fillRect(0, 0, square.size, square.size)
  const wanted = shapes.filter((shape) => isIn(shape, square))
  const byKind: Painted = Object.entries(styles).map(([kind, style]) => [
    style,
    wanted.filter((shape) => shape.kind === kind),
  ])
  const lines = byKind.filter(([style]) => style.as === 'line')
  for (const [style, kind] of byKind)
    if (style.as === 'area' && kind.length > 0) fill(context, square, kind, palette[style.ink])
  for (const [style, kind] of lines)
    if (style.as === 'line' && style.casing)
      stroke(context, square, kind, palette[style.casing], widthOf(style, square.zoom) + (style.dash ? 0 : 1.5))
  for (const [style, kind] of lines) {
    if (style.as !== 'line') continue
    const width = widthOf(style, square.zoom)
    // A railway is dashes of the ground on its own line.
    if (style.casing && style.dash) stroke(context, square, kind, palette.ground, width - 1.5, style.dash)
    else stroke(context, square, kind, palette[style.ink], width, style.dash)
  }
  for (const [style, kind] of byKind)
    if (style.as === 'label') for (const shape of kind) write(context, square, shape, style, palette, language)
}

/** Names reach beyond their point: as far as this they are looked for outside the square, px. */
const MARGIN = 80

function isIn({ from, to, box }: Shape, { x, y, scale, size, zoom }: Square): boolean {
  const margin = MARGIN / scale
  const side = size / scale
  return (
    zoom >= from &&
    zoom <= to &&
    box.x1 >= x - margin &&
    box.x0 <= x + side + margin &&
    box.y1 >= y - margin &&
    box.y0 <= y + side + margin
  )
}

function widthOf({ width, fixed }: Extract<Style, { as: 'line' }>, zoom: number): number {
  return fixed ? width : Math.max(zoom < 9 ? 0.6 : 1, width * Math.min(4, 1.45 ** (zoom - 13)))
}

function trace(context: CanvasRenderingContext2D, { x, y, scale }: Square, shapes: readonly Shape[]): void {
  context.beginPath()
  for (const { parts } of shapes) {
    for (const part of parts) {
      for (let at = 0; at < part.length; at += 2) {
        const [px, py] = [((part[at] ?? 0) - x) * scale, ((part[at + 1] ?? 0) - y) * scale]
        if (at === 0) context.moveTo(px, py)
        else context.lineTo(px, py)
      }
    }
  }
}

function fill(context: CanvasRenderingContext2D, square: Square, shapes: readonly Shape[], colour: string): void {
  trace(context, square, shapes)
  context.fillStyle = colour
  context.fill('evenodd')
}

function stroke(
  context: CanvasRenderingContext2D,
  square: Square,
  shapes: readonly Shape[],
  colour: string,
  width: number,
  dash: readonly number[] = [],
): void {
  if (shapes.length === 0 || width <= 0) return
  trace(context, square, shapes)
  context.strokeStyle = colour
  context.lineWidth = width
  context.lineJoin = 'round'
  context.lineCap = dash.length > 0 ? 'butt' : 'round'
  context.setLineDash([...dash])
  context.stroke()
  context.setLineDash([])
}

function write(
  context: CanvasRenderingContext2D,
  { x, y, scale }: Square,
  shape: Shape,
  { ink, size, weight, spacing = 0 }: Extract<Style, { as: 'label' }>,
  palette: Palette,
  language: Language,
): void {
  const [point] = shape.parts
  const name = nameIn(shape, language)
  if (name === null || point === undefined) return
  const [px, py] = [((point[0] ?? 0) - x) * scale, ((point[1] ?? 0) - y) * scale]
  context.font = `${weight} ${size}px ${palette.font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  if ('letterSpacing' in context) context.letterSpacing = `${spacing}px`
  context.lineJoin = 'round'
  context.lineWidth = 3
  context.strokeStyle = palette.ground
  context.strokeText(name, px, py)
  context.fillStyle = palette[ink]
  context.fillText(name, px, py)
}
