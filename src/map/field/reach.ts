import type { Pair } from '../../../resources/kit/datum.ts'

/** Fewer stations tell nothing of what lies between them (design 8.3). */
export const FEWEST_STATIONS = 5

/** A station's reach: so many times the distance at which its neighbours usually stand, within bounds, m. */
const TIMES = 1.5
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
    // The third nearest: instruments often stand in pairs.
    const least = [Infinity, Infinity, Infinity]
    for (const [otherLng, otherLat] of places) {
      const dx = (otherLng - lng) * shrink
      const dy = otherLat - lat
      const squared = dx * dx + dy * dy
      // Two at one place are one.
      if (squared <= 1e-10 || squared >= (least[2] ?? 0)) continue
      least[2] = squared
      least.sort((a, b) => a - b)
    }
    const third = least.findLast((squared) => squared < Infinity)
    if (third !== undefined) nearest.push(Math.sqrt(third) * METRES_PER_DEGREE)
  }
  const middle = nearest.toSorted((a, b) => a - b)[Math.floor(nearest.length / 2)]
  return middle === undefined ? NEAREST : Math.min(Math.max(TIMES * middle, NEAREST), FURTHEST)
}
