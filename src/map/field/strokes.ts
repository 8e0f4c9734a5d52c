import type { FieldLines } from './field.ts'

/** Widths at a class limit and between, px (design 8.3). */
const LIMIT_WIDTH = 1.5
const BETWEEN_WIDTH = 0.8
/** Of a whole line, 0 to 1. */
const OPACITY = 0.62

/**
 * Writes how opaque lines are at each pixel of a picture, 0 to 255. Where they meet they are as strong as the stronger one: a line of many pieces is even.
 *
 * @param opaque a number a pixel, row by row, 0 so far
 * @param picture its size in pixels, and how many of them are one px of the lines
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
  /** Half of its width, in pixels of the picture. */
  radius: number
  /** 0 to 255 */
  alpha: number
}

/** A straight line with round ends; pixels count by how much of them it covers, taken from how far their middle is. */
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
  // From here on nothing is covered.
  const far = radius + 0.5
  const farSquared = far * far
  // Thinner than a pixel it covers none wholly.
  const most = Math.min(1, 2 * radius)
  // Of a row only what is so near to the line is looked at.
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
