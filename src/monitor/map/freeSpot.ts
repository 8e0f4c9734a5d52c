import type { Pair } from '../../../resources/kit/datum.ts'
import { distance, distanceToLine, isInside } from '../../../resources/kit/outline.ts'

/** Places looked at along each side of what an outline spans. */
const STEPS = 11
/** A place as free as this part of the freest is free enough: the nearest to the middle of such is taken. */
const ENOUGH = 0.9

/** Where within an area words stand freely, away from the marks in it and from its border. Null where the outline encloses nothing. */
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
