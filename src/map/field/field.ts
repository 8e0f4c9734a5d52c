import { courseOf } from '../isolines.ts'
import { interpolated, type Grid, type Interpolated, type Stations } from './interpolate.ts'

/** Side of a cell, px: finer cells make no visible difference, since the picture is smoothed between them. */
export const CELL = 8
/**
 * Approximate maximum number of cells of a picture, which determines the computing time. Pictures larger than a usual
 * screen have larger cells.
 */
export const MAX_CELLS = 40_000

/** Returns the cell side of a picture of this size, px. */
export const cellOf = (width: number, height: number): number => Math.max(CELL, Math.sqrt((width * height) / MAX_CELLS))

/** Stations and the requested picture; positions and lengths in px of the picture. */
export interface FieldQuestion extends Stations {
  width: number
  height: number
  /** Side of a cell (cellOf). */
  step: number
  /** Values at class boundaries, ascending: one fewer than colours. */
  limits: readonly number[]
  /** Red, green and blue of each class, 0 to 255. */
  colors: readonly (readonly [number, number, number])[]
  /** Maximum opacity, 0 to 1. */
  opacity: number
}

/** Line segments of one kind, as pairs of end points: x1, y1, x2, y2, … */
export interface FieldLines {
  /** At a class limit; otherwise halfway between two. */
  isLimit: boolean
  /** Opacity after fading, 1 is full. */
  strength: number
  ends: Float32Array
}

export interface FieldPicture {
  columns: number
  rows: number
  /** One RGBA pixel per grid point, `step` px apart. */
  pixels: Uint8ClampedArray<ArrayBuffer>
  lines: readonly FieldLines[]
}

/** Number of fading steps of lines: each step is one stroke. */
const STEPS = 4
/** Within this share of the reach nothing fades. */
const SURE = 0.25
/** Below this nearness, at the edge of the reach, no line is drawn: there single stations end. */
const FAINT = 0.08

/**
 * Computes the field between stations, and the lines where it crosses class limits and the middles between them
 * (marching squares). Nothing is drawn beyond the reach, and the field fades towards it.
 */
export function fieldPicture(question: FieldQuestion): FieldPicture {
  const { width, height, step, limits, opacity } = question
  const grid = { columns: Math.ceil(width / step) + 1, rows: Math.ceil(height / step) + 1, step }
  const { columns, rows } = grid
  const field = interpolated(question, grid)
  const { values, nearness } = field
  const shades = shadesOf(question)
  const pixels = new Uint8ClampedArray(columns * rows * 4)
  for (let at = 0; at < values.length; at++) {
    const shown = strengthOf(nearness[at] ?? 0)
    if (shown === 0) continue
    const shade = 3 * shadeAt(values[at] ?? 0, limits)
    pixels[4 * at] = shades[shade] ?? 0
    pixels[4 * at + 1] = shades[shade + 1] ?? 0
    pixels[4 * at + 2] = shades[shade + 2] ?? 0
    pixels[4 * at + 3] = 255 * opacity * shown
  }
  return { columns, rows, pixels, lines: linesOf(field, grid, limits) }
}

/** Returns the opacity at a nearness: rises smoothly from zero at the reach to full. */
function strengthOf(nearness: number): number {
  const part = Math.min(1, nearness / (1 - SURE))
  return part * part * (3 - 2 * part)
}

const SHADES = 16

/** Returns SHADES colours per class, from the middle of one class to the middle of the next. */
function shadesOf({ colors }: FieldQuestion): Float32Array {
  const shades = new Float32Array(3 * colors.length * SHADES)
  for (let at = 0; at < colors.length * SHADES; at++) {
    const place = Math.min(Math.max(at / SHADES - 0.5, 0), colors.length - 1)
    const [one, other] = [colors[Math.floor(place)], colors[Math.ceil(place)]]
    for (let part = 0; part < 3; part++) {
      const [a, b] = [one?.[part] ?? 0, other?.[part] ?? 0]
      shades[3 * at + part] = a + (b - a) * (place % 1)
    }
  }
  return shades
}

function shadeAt(value: number, limits: readonly number[]): number {
  let level = 0
  while (level < limits.length && value > (limits[level] ?? Infinity)) level++
  const from = level === 0 ? 0 : (limits[level - 1] ?? 0)
  // The last class has no upper limit: it is taken as wide as the previous one.
  const to = limits[level] ?? from + (from - (limits[level - 2] ?? 0))
  const part = Math.min(Math.max((value - from) / (to - from || 1), 0), 0.999)
  return Math.floor((level + part) * SHADES)
}

/** Appends the line segments of a cell: `corners` are its values clockwise from the top left; end points in px. */
function crossCell(ends: number[], corners: Corners, column: number, row: number, level: number, step: number): void {
  const topLeft = corners[0]
  const topRight = corners[1]
  const bottomRight = corners[2]
  const bottomLeft = corners[3]
  for (const course of courseOf(topLeft, topRight, bottomRight, bottomLeft, level))
    for (const side of course)
      if (side === 'top') ends.push((column + (level - topLeft) / (topRight - topLeft)) * step, row * step)
      else if (side === 'bottom')
        ends.push((column + (level - bottomLeft) / (bottomRight - bottomLeft)) * step, (row + 1) * step)
      else if (side === 'left') ends.push(column * step, (row + (level - topLeft) / (bottomLeft - topLeft)) * step)
      else ends.push((column + 1) * step, (row + (level - topRight) / (bottomRight - topRight)) * step)
}

type Corners = [topLeft: number, topRight: number, bottomRight: number, bottomLeft: number]

/** Returns the lines of all cells whose corners are all within reach, grouped by opacity. */
function linesOf(
  { values, nearness }: Interpolated,
  { columns, rows, step }: Grid,
  limits: readonly number[],
): FieldLines[] {
  // Middles and limits alternate, so that limits have odd indices.
  const levels = limits.flatMap((limit, at) => [(limit + (limits[at - 1] ?? 0)) / 2, limit])
  const found = Array.from({ length: 2 * STEPS }, (): number[] => [])
  const corners: Corners = [0, 0, 0, 0]
  for (let row = 0; row < rows - 1; row++)
    for (let at = row * columns, column = 0; column < columns - 1; column++, at++) {
      const below = at + columns
      const near = Math.min(nearness[at] ?? 0, nearness[at + 1] ?? 0, nearness[below] ?? 0, nearness[below + 1] ?? 0)
      if (near <= FAINT) continue
      corners[0] = values[at] ?? 0
      corners[1] = values[at + 1] ?? 0
      corners[2] = values[below + 1] ?? 0
      corners[3] = values[below] ?? 0
      const least = Math.min(corners[0], corners[1], corners[2], corners[3])
      const most = Math.max(corners[0], corners[1], corners[2], corners[3])
      for (let index = 0; index < levels.length; index++) {
        const level = levels[index] ?? 0
        if (level < least || level >= most) continue
        const fade = Math.min(STEPS - 1, Math.floor(strengthOf(near) * STEPS))
        const ends = found[(index % 2 === 1 ? 0 : STEPS) + fade]
        if (ends) crossCell(ends, corners, column, row, level, step)
      }
    }
  return found.flatMap((ends, at) =>
    ends.length === 0
      ? []
      : [{ isLimit: at < STEPS, strength: ((at % STEPS) + 1) / STEPS, ends: Float32Array.from(ends) }],
  )
}
