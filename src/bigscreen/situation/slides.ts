import type { PlaceHour, PlaceRow } from '../../../dataProvider/calls/placeHours.ts'
import { byStandard, firstInTurn } from '../../environment/byStandard.ts'
import type { StationReading } from '../../environment/quantity.ts'
import { newestHour, worseHour } from '../../dashboard/judged/changes.ts'
import { worstFirst } from '../../monitor/map/stations/worst.ts'

/** Cards on one slide. */
const PER_SLIDE = 3
/** Number of stations shown, the worst ones (design 8.8). */
const STATIONS = 8

export type SlideCard =
  | { kind: 'station'; device: number; reading: StationReading }
  | { kind: 'area'; area: number | null; row: PlaceRow; hour: PlaceHour }

/**
 * Returns the worst eight stations that can be judged, alternating between standards if there are several, then the
 * areas by their air, per standard the worst first; stations and areas each start on a new slide.
 */
export function slidesOf(
  readings: ReadonlyMap<number, StationReading>,
  areas: readonly PlaceRow[],
  now: number,
): SlideCard[][] {
  const isJudged = (device: number): boolean => (readings.get(device)?.level ?? null) !== null
  const worst = [...firstInTurn(worstFirst(readings, isJudged), STATIONS).values()].flat()
  const stations = worst.flatMap((device): SlideCard[] => {
    const reading = readings.get(device)
    return reading ? [{ kind: 'station', device, reading }] : []
  })
  const places = areas
    .flatMap((row) => {
      const hour = row.medium === 'air' ? newestHour(row.hours, now) : null
      return hour && hour.index !== null ? [{ kind: 'area' as const, area: row.area, row, hour }] : []
    })
    .toSorted((a, b) => worseHour(a.hour, b.hour))
  const ordered = [...byStandard(places, ({ hour }) => hour.standard).values()].flat()
  return [...chunked(stations), ...chunked(ordered)]
}

const chunked = (cards: readonly SlideCard[]): SlideCard[][] =>
  Array.from({ length: Math.ceil(cards.length / PER_SLIDE) }, (_, at) =>
    cards.slice(at * PER_SLIDE, (at + 1) * PER_SLIDE),
  )
