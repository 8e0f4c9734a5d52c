import type { Pair } from '../../resources/kit/datum.ts'
import { storedPlace } from '../../resources/kit/places.ts'
import { CENTRE } from './constants.ts'

/**
 * Returns where a device is drawn, from its `positional`; null if it has no position. A coordinate of zero was never
 * set: it is replaced by the map's centre, offset by the id modulo 100, divided by 100, so that such devices do not
 * overlap (spec 1 §9).
 */
export function devicePlace(positional: string | null, id: number): Pair | null {
  const stored = storedPlace(positional)
  if (stored === null) return null
  const [lng, lat] = stored
  const offset = (id % 100) / 100
  return [lng === 0 ? CENTRE.lng + offset : lng, lat === 0 ? CENTRE.lat + offset : lat]
}

/** Rounds coordinates for storage: to about a decimetre. */
export const rounded = ([lng, lat]: Pair): Pair => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]
