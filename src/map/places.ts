import type { Pair } from '../../resources/kit/datum.ts'
import { storedPlace } from '../../resources/kit/places.ts'
import { CENTRE } from './constants.ts'

/**
 * Where a device is drawn, of its `positional`; null where it has no place. A coordinate that is zero was never set: it is taken from the map's
 * centre, offset by the id modulo 100, divided by 100, so that such devices do not lie on one another (spec 1 §9).
 */
export function devicePlace(positional: string | null, id: number): Pair | null {
  const stored = storedPlace(positional)
  if (stored === null) return null
  const [lng, lat] = stored
  const offset = (id % 100) / 100
  return [lng === 0 ? CENTRE.lng + offset : lng, lat === 0 ? CENTRE.lat + offset : lat]
}

/** Coordinates as they are stored: a centimetre is precise enough. */
export const rounded = ([lng, lat]: Pair): Pair => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]
