import type { FieldLines } from './field.ts'

/** Line widths at a class limit and between limits, px (design 8.3). */
const LIMIT_WIDTH = 1.5
const BETWEEN_WIDTH = 0.8
/** Opacity of a line at full strength, 0 to 1. */
const OPACITY = 0.62

/**
 * Writes the opacity of lines at each pixel of a picture, 0 to 255. Where lines meet the stronger one counts, so that a
 * line of many segments is even.
 *
 * @param opaque one number per pixel, row by row, initially 0
 * @param picture its size in pixels, and the number of pixels per px of the lines
 */
export function strokeLines(
  opaque: Int32Array,
  lines: readonly FieldLines[],
  { width, height, ratio }: { width: number; height: number; ratio: number },
): void {
  const strokes = { width, height, opaque }
  for (const { isLimit, strength, ends } of lines) {
    const pen = { radius: ((isLimit ? LIMIT_WIDTH : BETWEEN_WIDTH) * ratio) / 2, alpha: 255 * OPACITY * strength }
    for (let at = 0; at < ends.length; at += 4)
      stroke(
        strokes,
        pen,
        (ends[at] ?? 0) * ratio,
        (ends[at + 1] ?? 0) * ratio,
        (ends[at + 2] ?? 0) * ratio,
        (ends[at + 3] ?? 0) * ratio,
      )
  }
}

interface Strokes {
  width: number
  height: number
  opaque: Int32Array
}

interface Pen {
  /** Half of the width, in pixels of the picture. */
  radius: number
  /** Opacity, 0 to 255. */
  alpha: number
}

/** Draws a straight line with round ends; a pixel's coverage is estimated from the distance of its centre. */
function stroke(
  { width, height, opaque }: Strokes,
  { radius, alpha }: Pen,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): void {
  const dx = x2 - x1
  const dy = y2 - y1
  const squared = dx * dx + dy * dy
  const perSquared = squared > 0 ? 1 / squared : 0
  // Beyond this distance a pixel is not covered.
  const far = radius + 0.5
  const farSquared = far * far
  // A line thinner than a pixel covers no pixel completely.
  const most = Math.min(1, 2 * radius)
  // In each row only the pixels near the line are visited.
  const slope = dy === 0 ? 0 : dx / dy
  const aside = dy === 0 ? Infinity : far * Math.sqrt(1 + slope * slope)
  const first = Math.max(0, Math.ceil(Math.min(x1, x2) - far - 0.5))
  const last = Math.min(width - 1, Math.floor(Math.max(x1, x2) + far - 0.5))
  const top = Math.max(0, Math.ceil(Math.min(y1, y2) - far - 0.5))
  const bottom = Math.min(height - 1, Math.floor(Math.max(y1, y2) + far - 0.5))
  for (let row = top; row <= bottom; row++) {
    const y = row + 0.5 - y1
    const middle = x1 + y * slope - 0.5
    const left = Math.max(first, Math.ceil(middle - aside))
    const right = Math.min(last, Math.floor(middle + aside))
    for (let column = left, at = row * width + left; column <= right; column++, at++) {
      const x = column + 0.5 - x1
      const along = Math.max(0, Math.min(1, (x * dx + y * dy) * perSquared))
      const besideX = x - along * dx
      const besideY = y - along * dy
      const distance = besideX * besideX + besideY * besideY
      if (distance >= farSquared) continue
      const covered = alpha * Math.min(most, far - Math.sqrt(distance))
      if (covered > (opaque[at] ?? 0)) opaque[at] = covered
    }
  }
}
