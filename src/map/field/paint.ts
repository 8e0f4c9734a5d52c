import type { FieldPicture, FieldQuestion } from './field.ts'
import { strokeLines } from './strokes.ts'

/** Display parameters of a picture. */
export interface FieldLook {
  /** Colour of the isolines: red, green and blue, 0 to 255. */
  ink: readonly [number, number, number]
  /** Device pixels per CSS px: a picture has as many, or fewer (MAX_PIXELS). */
  ratio: number
}

/**
 * Approximate maximum number of pixels of a picture (its sides are rounded), however large and dense the screen:
 * painting and transfer take time in proportion. Colours change slowly and lines keep their width in px, so that a
 * picture with fewer pixels, smoothed by the browser when it is placed over the map, looks the same except for softer
 * line edges.
 */
export const MAX_PIXELS = 900_000

/** RGBA row by row, the content of an ImageData. */
export interface Painting {
  width: number
  height: number
  pixels: Uint8ClampedArray<ArrayBuffer>
}

/**
 * Paints a picture of the field and its isolines at display resolution, limited by MAX_PIXELS. Computes pixels as
 * numbers: drawing on a canvas without a GPU took most of the time from request to picture.
 *
 * @param before a picture that is not needed any more; its memory is reused if the size matches, since allocating it
 * may cost as much as everything else
 */
export function paint(
  picture: FieldPicture,
  { width, height, step }: Pick<FieldQuestion, 'width' | 'height' | 'step'>,
  look: FieldLook,
  before: Painting | null = null,
): Painting {
  const ratio = Math.min(look.ratio, Math.sqrt(MAX_PIXELS / (width * height)))
  // A map without layout has no size: the picture then has one pixel.
  const size = { width: Math.max(1, Math.round(width * ratio)), height: Math.max(1, Math.round(height * ratio)) }
  const isSame = before?.width === size.width && before.height === size.height
  const pixels = isSame ? before.pixels.fill(0) : new Uint8ClampedArray(4 * size.width * size.height)
  const words = new Int32Array(pixels.buffer)
  strokeLines(words, picture.lines, { ...size, ratio })
  paintColors(words, denserPoints(picture), { ...size, ink: look.ink, side: (step * ratio) / 2 })
  return { ...size, pixels }
}

/** Colours at points of a grid. */
interface Points {
  columns: number
  rows: number
  /** Red, green, blue and alpha of each point, 0 to 255, premultiplied: transparent points add no tint. */
  parts: Float32Array
}

/** Doubles the points in each direction: linear interpolation between these looks smooth. */
function denserPoints({ columns, rows, pixels }: FieldPicture): Points {
  const parts = Float32Array.from(pixels)
  for (let at = 0; at < parts.length; at += 4) {
    const alpha = (parts[at + 3] ?? 0) / 255
    for (let part = at; part < at + 3; part++) parts[part] = (parts[part] ?? 0) * alpha
  }
  const across = 2 * columns - 1
  return {
    columns: across,
    rows: 2 * rows - 1,
    parts: denser(denser(parts, rows, columns, 4), 1, rows, 4 * across),
  }
}

/**
 * Halves the distance between the points of lines, by a cubic spline that stays within their values (weights 1 6 1 and
 * 4 4 of 8).
 *
 * @param from lines in sequence, the points of a line in sequence, `size` numbers per point
 */
function denser(from: Float32Array, lines: number, length: number, size: number): Float32Array {
  const to = new Float32Array(lines * (2 * length - 1) * size)
  for (let line = 0; line < lines; line++)
    for (let point = 0; point < length; point++) {
      const here = (line * length + point) * size
      const before = point === 0 ? here : here - size
      const after = point === length - 1 ? here : here + size
      const there = (line * (2 * length - 1) + 2 * point) * size
      for (let at = 0; at < size; at++) {
        const middle = from[here + at] ?? 0
        const next = from[after + at] ?? 0
        to[there + at] = ((from[before + at] ?? 0) + 6 * middle + next) / 8
        if (after !== here) to[there + size + at] = (middle + next) / 2
      }
    }
  return to
}

/** One in fixed-point arithmetic: colours are incremented in it from pixel to pixel. */
const ONE = 0x10000
/** Mask of the integer bits. */
const WHOLE = 0xff0000

/** Parameters of the interpolation between points. */
interface Ground extends Pick<Painting, 'width' | 'height'>, Pick<FieldLook, 'ink'> {
  /** Distance between points, in pixels. */
  side: number
}

/**
 * Computes the colour of every pixel from the points, with the lines on top.
 *
 * @param words one per pixel: on entry the opacity of a line there, 0 to 255; on return its colour, red in the lowest
 * byte, which is the first one in memory on every machine that runs a browser
 */
function paintColors(words: Int32Array, points: Points, { width, height, ink, side }: Ground): void {
  const { columns } = points
  const row = new Float32Array(4 * columns)
  const stride = ONE / side
  for (let y = 0; y < height; y++) {
    mixRows(row, points, (y + 0.5) / side)
    let x = 0
    for (let column = 0; column < columns - 1; column++) {
      const end = Math.min(width, Math.ceil((column + 1) * side - 0.5))
      const at = 4 * column
      const fromAlpha = row[at + 3] ?? 0
      const toAlpha = row[at + 7] ?? 0
      // A transparent point has no colour: the other point's colour fades towards it.
      const from = fromAlpha === 0 ? at + 4 : at
      const to = toAlpha === 0 ? at : at + 4
      const redStep = (((row[to] ?? 0) - (row[from] ?? 0)) * stride) | 0
      const greenStep = (((row[to + 1] ?? 0) - (row[from + 1] ?? 0)) * stride) | 0
      const blueStep = (((row[to + 2] ?? 0) - (row[from + 2] ?? 0)) * stride) | 0
      const alphaStep = ((toAlpha - fromAlpha) * stride) | 0
      // A pixel represents the point at its centre.
      const done = x + 0.5 - column * side
      let red = ((row[from] ?? 0) * ONE + redStep * done + ONE / 2) | 0
      let green = ((row[from + 1] ?? 0) * ONE + greenStep * done + ONE / 2) | 0
      let blue = ((row[from + 2] ?? 0) * ONE + blueStep * done + ONE / 2) | 0
      let alpha = (fromAlpha * ONE + alphaStep * done + ONE / 2) | 0
      for (let word = y * width + x; x < end; x++, word++) {
        const line = words[word] ?? 0
        words[word] =
          line === 0
            ? ((alpha & WHOLE) << 8) | (blue & WHOLE) | ((green >> 8) & 0xff00) | (red >> 16)
            : inked(line, ink, red / ONE, green / ONE, blue / ONE, (alpha & WHOLE) / ONE)
        red += redStep
        green += greenStep
        blue += blueStep
        alpha += alphaStep
      }
    }
  }
}

/** Returns a pixel of this colour under a line of this opacity. */
function inked(line: number, ink: FieldLook['ink'], red: number, green: number, blue: number, under: number): number {
  const alpha = line + under - (line * under) / 255
  const part = line / alpha
  return (
    (Math.round(alpha) << 24) |
    (between(blue, ink[2], part) << 16) |
    (between(green, ink[1], part) << 8) |
    between(red, ink[0], part)
  )
}

/** Interpolates the row at `down` rows of points, with colours converted back from premultiplied. */
function mixRows(row: Float32Array, { rows, parts }: Points, down: number): void {
  const above = Math.max(0, Math.min(rows - 2, Math.floor(down)))
  const part = down - above
  const upper = above * row.length
  const lower = Math.min(rows - 1, above + 1) * row.length
  for (let at = 0; at < row.length; at += 4) {
    const alpha = between(parts[upper + at + 3] ?? 0, parts[lower + at + 3] ?? 0, part)
    row[at + 3] = alpha
    const whole = alpha === 0 ? 0 : 255 / alpha
    row[at] = whole * between(parts[upper + at] ?? 0, parts[lower + at] ?? 0, part)
    row[at + 1] = whole * between(parts[upper + at + 1] ?? 0, parts[lower + at + 1] ?? 0, part)
    row[at + 2] = whole * between(parts[upper + at + 2] ?? 0, parts[lower + at + 2] ?? 0, part)
  }
}

const between = (one: number, other: number, part: number): number => one + (other - one) * part
