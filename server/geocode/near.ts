import type { Pair } from '../../resources/kit/datum.ts'

/** An area as places are named by it: its outline, or where its devices stand around. */
export interface NamedPlace {
  id: number
  name: string
  superid: number
  project_id: number
  outline: readonly Pair[] | null
  centre: Pair | null
}

export interface Nearest {
  place: NamedPlace
  /** 0 inside its outline. */
  metres: number
}

/** The smallest area around a point, else the nearest one; null where no area has a place. */
export function nearestPlace(places: readonly NamedPlace[], point: Pair): Nearest | null {
  let around: { place: NamedPlace; size: number } | null = null
  let nearest: Nearest | null = null
  for (const place of places) {
    if (place.outline && isInside(place.outline, point)) {
      const size = sizeOf(place.outline)
      if (around === null || size < around.size) around = { place, size }
    }
    const metres = place.outline
      ? distanceToLine([...place.outline, ...place.outline.slice(0, 1)], point)
      : place.centre
        ? distance(place.centre, point)
        : null
    if (metres !== null && (nearest === null || metres < nearest.metres)) nearest = { place, metres }
  }
  return around === null ? nearest : { place: around.place, metres: 0 }
}

export function isInside(outline: readonly Pair[], [lng, lat]: Pair): boolean {
  let inside = false
  outline.forEach(([x, y], at) => {
    const [px, py] = outline.at(at - 1) ?? [x, y]
    if (y > lat !== py > lat && lng < ((px - x) * (lat - y)) / (py - y) + x) inside = !inside
  })
  return inside
}

/** Metres between two points a city apart. */
export function distance(a: Pair, b: Pair): number {
  const [x, y] = metresFrom(a, b)
  return Math.hypot(x, y)
}

/** Metres from a point to the nearest part of a line. */
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

/** Square degrees; only compared. */
const sizeOf = (outline: readonly Pair[]): number =>
  Math.abs(
    outline.reduce((sum, [x, y], at) => {
      const [px, py] = outline.at(at - 1) ?? [x, y]
      return sum + (px * y - x * py)
    }, 0),
  ) / 2
