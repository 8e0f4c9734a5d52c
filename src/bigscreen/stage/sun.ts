import type { Pair } from '../../../resources/kit/datum.ts'
import { DAY } from '../../../resources/kit/zone.ts'

/** Noon of 2000-01-01 UTC, ms since the epoch. */
const J2000 = 946_728_000_000
/** Altitude of the sun's centre when its upper edge is at the horizon, with refraction, degrees. */
const HORIZON = -0.833

const rad = (degrees: number): number => (degrees * Math.PI) / 180

/**
 * Returns whether the sun is below the horizon of a place at a time, ms since the epoch; accurate to a few minutes.
 *
 * Source: The Astronomical Almanac, low-precision formulas for the sun (section C) and Greenwich mean sidereal time.
 */
export function isSunDown(at: number, [lng, lat]: Pair): boolean {
  const days = (at - J2000) / DAY
  const anomaly = rad(357.529 + 0.98560028 * days)
  const longitude = rad(280.459 + 0.98564736 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly))
  const tilt = rad(23.439 - 0.00000036 * days)
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(longitude), Math.cos(longitude))
  const declination = Math.asin(Math.sin(tilt) * Math.sin(longitude))
  const sidereal = rad(15 * (18.697374558 + 24.06570982441908 * days) + lng)
  const altitude = Math.asin(
    Math.sin(rad(lat)) * Math.sin(declination) +
      Math.cos(rad(lat)) * Math.cos(declination) * Math.cos(sidereal - ascension),
  )
  return altitude < rad(HORIZON)
}
