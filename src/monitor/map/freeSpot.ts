import type { Pair } from '../../../resources/kit/datum.ts'
import { distance, distanceToLine, isInside } from '../../../resources/kit/outline.ts'

/** Number of grid points tried along each side of the outline's bounding box. */
const STEPS = 11
/**
 * A point is free enough if its distance is at least this share of the largest one; the free point nearest to the
 * centre is taken.
 */
const ENOUGH = 0.9

/**
 * Returns a point within an area for a label, away from the marks in it and from its border. Null if the outline
 * encloses no grid point.
 */
export function freeSpot(outline: readonly Pair[], marks: readonly Pair[]): Pair | null {
  const lngs = outline.map(([lng]) => lng)
  const lats = outline.map(([, lat]) => lat)
  const [west, east, south, north] = [Math.min(...lngs), Math.max(...lngs), Math.min(...lats), Math.max(...lats)]
  const near = marks.filter(([lng, lat]) => lng >= west && lng <= east && lat >= south && lat <= north)
  const border = [...outline, ...outline.slice(0, 1)]
  const free = (place: Pair): number =>
    near.reduce((least, mark) => Math.min(least, distance(mark, place)), distanceToLine(border, place))
  const steps = Array.from({ length: STEPS }, (_, at) => (at + 1) / (STEPS + 1))
  const spots = steps
    .flatMap((x) => steps.map((y): Pair => [west + (east - west) * x, south + (north - south) * y]))
    .filter((place) => isInside(outline, place))
    .map((place) => ({ place, room: free(place) }))
  const most = Math.max(...spots.map(({ room }) => room))
  const middle: Pair = [(west + east) / 2, (south + north) / 2]
  const [first] = spots
    .filter(({ room }) => room >= ENOUGH * most)
    .toSorted((a, b) => distance(a.place, middle) - distance(b.place, middle))
  return first?.place ?? null
}
