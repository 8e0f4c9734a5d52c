import type { Pair } from '../../resources/kit/datum.ts'
import { distance, distanceToLine, isInside } from '../../resources/kit/outline.ts'

/** An area for naming places: its outline, or the centre of its devices. */
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
  /** Distance to the area; 0 inside its outline. */
  metres: number
}

/** Returns the smallest area that contains a point, else the nearest one; null where no area has a place. */
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

/** Returns the size in square degrees, which only serves comparisons. */
const sizeOf = (outline: readonly Pair[]): number =>
  Math.abs(
    outline.reduce((sum, [x, y], at) => {
      const [px, py] = outline.at(at - 1) ?? [x, y]
      return sum + (px * y - x * py)
    }, 0),
  ) / 2
