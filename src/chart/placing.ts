import type uPlot from 'uplot'

/** A place on the canvas, in its pixels. */
export interface LabelBox {
  left: number
  top: number
  width: number
  height: number
}

/** Where along a line words are tried: at its right end, at its left, between. */
const ALONG = [1, 0, 0.5]

/**
 * Where words of some size stand at a line of a picture: over it or under it, at the first end where they lie over no other words and hide no curve; where
 * curves are everywhere, over the fewest. The same picture gives the same place. null: there is no room.
 *
 * @param at height of the line; `gap` is kept to it
 * @param hidden how much of curves a box would hide
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

/** How many stretches of curves go through a box; of many samples some are looked at, since this is asked with each drawing. */
export function curvesInside(chart: uPlot, { left, top, width, height }: LabelBox): number {
  const [first, last] = [chart.posToIdx(left, true), chart.posToIdx(left + width, true)]
  const [low, high] = [chart.posToVal(top + height, 'y', true), chart.posToVal(top, 'y', true)]
  const step = Math.max(1, Math.ceil((last - first) / LOOKED_AT))
  let count = 0
  for (const values of chart.data.slice(1)) {
    let before: number | null = null
    // A curve also comes in from the sample before, and leaves to the one after.
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
