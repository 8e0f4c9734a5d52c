import { courseOf } from '../isolines.ts'
import { interpolated, type Grid, type Interpolated, type Stations } from './interpolate.ts'

/** Side of a cell, px: finer is not seen, the picture is smoothed between them. */
export const CELL = 8
/** A picture has no more cells than about so many: working it out takes by them. A larger one than a usual screen shows has larger cells. */
export const MAX_CELLS = 40_000

/** Side of a cell of a picture of this size, px. */
export const cellOf = (width: number, height: number): number => Math.max(CELL, Math.sqrt((width * height) / MAX_CELLS))

/** Stations and the picture that is asked for; places and lengths in px of the picture. */
export interface FieldQuestion extends Stations {
  width: number
  height: number
  /** Side of a cell (cellOf). */
  step: number
  /** Values where classes meet, ascending: one fewer than colours. */
  limits: readonly number[]
  /** Red, green and blue of each class, 0 to 255. */
  colors: readonly (readonly [number, number, number])[]
  /** Of the strongest place, 0 to 1. */
  opacity: number
}

/** Lines of one kind, as pairs of ends: x1, y1, x2, y2, … */
export interface FieldLines {
  /** At a class limit; otherwise halfway between two. */
  isLimit: boolean
  /** How much is left of them, 1 whole. */
  strength: number
  ends: Float32Array
}

export interface FieldPicture {
  columns: number
  rows: number
  /** A pixel a grid point, `step` px apart, RGBA. */
  pixels: Uint8ClampedArray<ArrayBuffer>
  lines: readonly FieldLines[]
}

/** Fading of lines, in steps: each is one stroke. */
const STEPS = 4
/** Within this part of the reach nothing fades. */
const SURE = 0.25
/** Nearer to the edge of the reach than this no line is drawn: there single stations end. */
const FAINT = 0.08

/**
 * The field between stations, and the lines where it crosses class limits and their middles (marching squares). Nothing is told beyond the reach, and
 * what is told fades towards it.
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

/** How much of it is shown so near to a station: smooth from nothing at the reach to all. */
function strengthOf(nearness: number): number {
  const part = Math.min(1, nearness / (1 - SURE))
  return part * part * (3 - 2 * part)
}

const SHADES = 16

/** Colours in so many shades a class, from the middle of one class to that of the next. */
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
  // The last class has no end: it is as wide as the one before.
  const to = limits[level] ?? from + (from - (limits[level - 2] ?? 0))
  const part = Math.min(Math.max((value - from) / (to - from || 1), 0), 0.999)
  return Math.floor((level + part) * SHADES)
}

/** Lines of a cell: `corners` are its values from the top left on, clockwise; ends are pushed in px. */
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

/** Lines in all cells of which every corner is within reach, those that fade alike together. */
function linesOf(
  { values, nearness }: Interpolated,
  { columns, rows, step }: Grid,
  limits: readonly number[],
): FieldLines[] {
  // Halves and limits in turn, so that limits have the odd places.
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
