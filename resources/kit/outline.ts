import type { Pair } from './datum.ts'

/** Whether an outline, given by its corners, contains a point. */
export function isInside(outline: readonly Pair[], [lng, lat]: Pair): boolean {
  let inside = false
  outline.forEach(([x, y], at) => {
    const [px, py] = outline.at(at - 1) ?? [x, y]
    if (y > lat !== py > lat && lng < ((px - x) * (lat - y)) / (py - y) + x) inside = !inside
  })
  return inside
}

/** Returns the distance of two points in metres; accurate within a city. */
export function distance(a: Pair, b: Pair): number {
  const [x, y] = metresFrom(a, b)
  return Math.hypot(x, y)
}

/** Returns the distance from a point to the nearest part of a line, in metres. */
export function distanceToLine(line: readonly Pair[], point: Pair): number {
  let least = Number.POSITIVE_INFINITY
  for (let at = 1; at < line.length; at++) {
    const [from, to] = [line[at - 1], line[at]]
    if (!from || !to) continue
    const [[ax, ay], [bx, by]] = [metresFrom(point, from), metresFrom(point, to)]
    const [dx, dy] = [bx - ax, by - ay]
    const along = dx === 0 && dy === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy)))
    least = Math.min(least, Math.hypot(ax + along * dx, ay + along * dy))
  }
  return least
}

const METRES = 111_320

const metresFrom = (from: Pair, to: Pair): Pair => [
  (to[0] - from[0]) * METRES * Math.cos((from[1] * Math.PI) / 180),
  (to[1] - from[1]) * METRES,
]
