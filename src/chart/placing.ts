import type uPlot from 'uplot'

/** A box on the canvas, in canvas pixels. */
export interface LabelBox {
  left: number
  top: number
  width: number
  height: number
}

/** Positions tried along a line: the right end, the left end, the middle. */
const ALONG = [1, 0, 0.5]

/**
 * Places a label at a line: above or below it, at the first position where it overlaps no other label and hides no
 * curve; if curves are everywhere, where it hides the fewest. Deterministic: the same chart gives the same place. null:
 * there is no room.
 *
 * @param at vertical position of the line; `gap` is the distance from it
 * @param hidden how much of the curves a box would hide
 */
export function placeLabel(
  { width, height, at, gap }: { width: number; height: number; at: number; gap: number },
  picture: LabelBox,
  occupied: readonly LabelBox[],
  hidden: (box: LabelBox) => number,
): LabelBox | null {
  const freeWidth = picture.width - width
  if (freeWidth < 0) return null
  const rows = [at - gap - height, at + gap].filter(
    (top) => top >= picture.top && top + height <= picture.top + picture.height,
  )
  let best: LabelBox | null = null
  let least = Infinity
  for (const part of ALONG) {
    for (const top of rows) {
      const box = { left: picture.left + part * freeWidth, top, width, height }
      if (least === 0 || occupied.some((other) => overlaps(box, other))) continue
      const hides = hidden(box)
      if (hides < least) [best, least] = [box, hides]
    }
  }
  return best
}

const overlaps = (a: LabelBox, b: LabelBox): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height

/**
 * Counts the curve segments that cross a box; of many samples only some are checked, since this runs at each drawing.
 */
export function curvesInside(chart: uPlot, { left, top, width, height }: LabelBox): number {
  const [first, last] = [chart.posToIdx(left, true), chart.posToIdx(left + width, true)]
  const [low, high] = [chart.posToVal(top + height, 'y', true), chart.posToVal(top, 'y', true)]
  const step = Math.max(1, Math.ceil((last - first) / LOOKED_AT))
  let count = 0
  for (const values of chart.data.slice(1)) {
    let before: number | null = null
    // A curve also enters from the sample before, and leaves to the one after.
    for (let at = Math.max(0, first - step); at <= Math.min(values.length - 1, last + step); at += step) {
      const value = values[at]
      // undefined: a moment of another line, which does not break this one.
      if (value === undefined) continue
      if (value !== null && Math.max(value, before ?? value) >= low && Math.min(value, before ?? value) <= high) count++
      before = value
    }
  }
  return count
}

const LOOKED_AT = 64
