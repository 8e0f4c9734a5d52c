import type { Pair } from '../../../resources/kit/datum.ts'

/** Minimum number of stations for interpolation (design 8.3). */
export const FEWEST_STATIONS = 5

/**
 * The neighbour whose distance is the reach: instruments come in pairs and by districts, and the field should extend
 * between these.
 */
const NEIGHBOUR = 8
/** Bounds of the reach, m. */
const MIN_REACH_M = 500
const MAX_REACH_M = 8000
/** Number of stations whose neighbours are sampled; more give the same result. */
const MAX_SAMPLED_STATIONS = 300

const METRES_PER_DEGREE = 111_320

/**
 * Returns the reach of the stations, in metres: derived from their spacing, so that a dense network gives a finer field
 * than a sparse one.
 */
export function reachOf(places: readonly Pair[]): number {
  const first = places[0]
  if (!first) return MIN_REACH_M
  const shrink = Math.cos((first[1] * Math.PI) / 180)
  const stride = Math.max(1, Math.floor(places.length / MAX_SAMPLED_STATIONS))
  const nearest: number[] = []
  for (let at = 0; at < places.length; at += stride) {
    const [lng, lat] = places[at] ?? first
    const least = Array.from({ length: NEIGHBOUR }, () => Infinity)
    for (const [otherLng, otherLat] of places) {
      const dx = (otherLng - lng) * shrink
      const dy = otherLat - lat
      const squared = dx * dx + dy * dy
      // Two stations at one position count as one.
      if (squared <= 1e-10 || squared >= (least[NEIGHBOUR - 1] ?? 0)) continue
      least[NEIGHBOUR - 1] = squared
      least.sort((a, b) => a - b)
    }
    const furthest = least.findLast((squared) => squared < Infinity)
    if (furthest !== undefined) nearest.push(Math.sqrt(furthest) * METRES_PER_DEGREE)
  }
  const middle = nearest.toSorted((a, b) => a - b)[Math.floor(nearest.length / 2)]
  return middle === undefined ? MIN_REACH_M : Math.min(Math.max(middle, MIN_REACH_M), MAX_REACH_M)
}
