import type { Language } from '../../../i18n/types.ts'
import type { Ink, MapPalette } from './palette.ts'
import { shapeName, type SketchShape } from './sketch.ts'

/** A square of the map: its position in the plane (0 to 1), px per unit of the plane, and its size in px. */
export interface Square {
  x: number
  y: number
  scale: number
  size: number
  zoom: number
}

/** Style of a kind. Widths are px at zoom 13, and scale with the zoom. */
type Style =
  | { as: 'area'; ink: Ink }
  | { as: 'line'; ink: Ink; width: number; casing?: Ink; dash?: readonly number[]; fixed?: true }
  | { as: 'label'; ink: Ink; size: number; weight: number; spacing?: number }

/** In painting order; the casings of all lines precede the lines, so that roads join where they cross. */
export const styles: Readonly<Record<string, Style>> = {
  land: { as: 'area', ink: 'ground' },
  province: { as: 'line', ink: 'province', width: 1, fixed: true },
  border: { as: 'line', ink: 'border', width: 1, fixed: true, dash: [4, 3] },
  coast: { as: 'line', ink: 'border', width: 0.75, fixed: true },
  town: { as: 'area', ink: 'town' },
  block: { as: 'area', ink: 'block' },
  park: { as: 'area', ink: 'park' },
  water: { as: 'area', ink: 'water' },
  stream: { as: 'line', ink: 'ground', width: 1.5 },
  canal: { as: 'line', ink: 'water', width: 6 },
  minor: { as: 'line', ink: 'minor', width: 2 },
  road: { as: 'line', ink: 'road', width: 3.5 },
  major: { as: 'line', ink: 'road', width: 6, casing: 'casing' },
  trunk: { as: 'line', ink: 'road', width: 9, casing: 'casing' },
  motorway: { as: 'line', ink: 'road', width: 9, casing: 'casing' },
  rail: { as: 'line', ink: 'rail', width: 3, casing: 'rail', dash: [8, 8] },
  metro: { as: 'line', ink: 'rail', width: 1, fixed: true, dash: [5, 4] },
  roadName: { as: 'label', ink: 'label', size: 12, weight: 400 },
  parkName: { as: 'label', ink: 'label-park', size: 12, weight: 400 },
  waterName: { as: 'label', ink: 'label-water', size: 12, weight: 400 },
  districtName: { as: 'label', ink: 'label-strong', size: 14, weight: 600, spacing: 1 },
  cityName: { as: 'label', ink: 'label-strong', size: 15, weight: 600, spacing: 1 },
}

type Painted = readonly (readonly [Style, SketchShape[]])[]

/** Paints the shapes in a square: areas, then the casings of lines, lines, and names. */
export function paint(
  context: CanvasRenderingContext2D,
  square: Square,
  shapes: readonly SketchShape[],
  palette: MapPalette,
  sea: boolean,
  language: Language,
): void {
  context.fillStyle = sea ? palette.sea : palette.ground
  context.fillRect(0, 0, square.size, square.size)
  const visible = shapes.filter((shape) => isIn(shape, square))
  const byKind: Painted = Object.entries(styles).map(([kind, style]) => [
    style,
    visible.filter((shape) => shape.kind === kind),
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
    // A railway is a line with dashes in the colour of the ground.
    if (style.casing && style.dash) stroke(context, square, kind, palette.ground, width - 1.5, style.dash)
    else stroke(context, square, kind, palette[style.ink], width, style.dash)
  }
  for (const [style, kind] of byKind)
    if (style.as === 'label') for (const shape of kind) write(context, square, shape, style, palette, language)
}

/** Names extend beyond their point: they are searched this far outside the square, px. */
const MARGIN = 80

function isIn({ from, to, box }: SketchShape, { x, y, scale, size, zoom }: Square): boolean {
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

function trace(context: CanvasRenderingContext2D, { x, y, scale }: Square, shapes: readonly SketchShape[]): void {
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

function fill(context: CanvasRenderingContext2D, square: Square, shapes: readonly SketchShape[], colour: string): void {
  trace(context, square, shapes)
  context.fillStyle = colour
  context.fill('evenodd')
}

function stroke(
  context: CanvasRenderingContext2D,
  square: Square,
  shapes: readonly SketchShape[],
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
  shape: SketchShape,
  { ink, size, weight, spacing = 0 }: Extract<Style, { as: 'label' }>,
  palette: MapPalette,
  language: Language,
): void {
  const [point] = shape.parts
  const name = shapeName(shape, language)
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
