import type { Pair } from '../../resources/kit/datum.ts'
import { CENTRE } from './constants.ts'

/**
 * Where a device stands, of its `positional` ({"maplng", "maplat"} as JSON text); null where it has no place. A coordinate that is zero was never set: it
 * is taken from the map's centre, offset by the id modulo 100, divided by 100, so that such devices do not lie on one another (spec 1 §9).
 */
export function devicePlace(positional: string | null, id: number): Pair | null {
  const stored = storedPlace(positional)
  if (stored === null) return null
  const [lng, lat] = stored
  const offset = (id % 100) / 100
  return [lng === 0 ? CENTRE.lng + offset : lng, lat === 0 ? CENTRE.lat + offset : lat]
}

/** Where a device is known to stand; null also where a coordinate was never set: what is worked out by place (a field, a wind, a view) leaves such a device out. */
export function knownPlace(positional: string | null): Pair | null {
  const stored = storedPlace(positional)
  return stored === null || stored.includes(0) ? null : stored
}

function storedPlace(positional: string | null): Pair | null {
  const point = parsed(positional)
  if (typeof point !== 'object' || point === null || !('maplng' in point) || !('maplat' in point)) return null
  const [lng, lat] = [coordinate(point.maplng), coordinate(point.maplat)]
  return lng === null || lat === null || Math.abs(lng) > 180 || Math.abs(lat) > 90 ? null : [lng, lat]
}

/** The points of an outline ([[lng, lat], …] as JSON text); what is no point is left out. */
export function outlineOf(positional: string | null | undefined): Pair[] {
  const points = parsed(positional)
  if (!Array.isArray(points)) return []
  return points.flatMap((point: unknown): Pair[] => {
    const [lng, lat] = Array.isArray(point) ? [coordinate(point[0]), coordinate(point[1])] : [null, null]
    return lng === null || lat === null || Math.abs(lng) > 180 || Math.abs(lat) > 90 ? [] : [[lng, lat]]
  })
}

/** Coordinates as they are stored: a centimetre is precise enough. */
export const rounded = ([lng, lat]: Pair): Pair => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]

function coordinate(value: unknown): number | null {
  if (typeof value === 'string' ? value.trim() === '' : typeof value !== 'number') return null
  const read = Number(value)
  return Number.isFinite(read) ? read : null
}

function parsed(text: string | null | undefined): unknown {
  try {
    return text ? JSON.parse(text) : null
  } catch {
    return null
  }
}
