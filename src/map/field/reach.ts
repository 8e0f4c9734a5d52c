import type { Pair } from '../../../resources/kit/datum.ts'

/** Fewer stations tell nothing of what lies between them (design 8.3). */
export const FEWEST_STATIONS = 5

/** The neighbour whose distance is the reach: instruments stand in pairs and by districts, and the field is to lie between these. */
const NEIGHBOUR = 8
/** Bounds of the reach, m. */
const NEAREST = 500
const FURTHEST = 8000
/** So many stations are asked for their neighbours; more say the same. */
const ASKED = 300

const METRES_PER_DEGREE = 111_320

/** How far the stations tell something, in metres: of their own spacing, so that a dense net draws finer than a wide one. */
export function reachOf(places: readonly Pair[]): number {
  const first = places[0]
  if (!first) return NEAREST
  const shrink = Math.cos((first[1] * Math.PI) / 180)
  const stride = Math.max(1, Math.floor(places.length / ASKED))
  const nearest: number[] = []
  for (let at = 0; at < places.length; at += stride) {
    const [lng, lat] = places[at] ?? first
    const least = Array.from({ length: NEIGHBOUR }, () => Infinity)
    for (const [otherLng, otherLat] of places) {
      const dx = (otherLng - lng) * shrink
      const dy = otherLat - lat
      const squared = dx * dx + dy * dy
      // Two at one place are one.
      if (squared <= 1e-10 || squared >= (least[NEIGHBOUR - 1] ?? 0)) continue
      least[NEIGHBOUR - 1] = squared
      least.sort((a, b) => a - b)
    }
    const furthest = least.findLast((squared) => squared < Infinity)
    if (furthest !== undefined) nearest.push(Math.sqrt(furthest) * METRES_PER_DEGREE)
  }
  const middle = nearest.toSorted((a, b) => a - b)[Math.floor(nearest.length / 2)]
  return middle === undefined ? NEAREST : Math.min(Math.max(middle, NEAREST), FURTHEST)
}
