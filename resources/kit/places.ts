import type { Pair } from './datum.ts'
import { parsed } from './types/checks.ts'
import { cornerOf } from './types/geo.ts'

/** Reads a stored point ({"maplng", "maplat"} as JSON text), including zeros; null if it is not a point. */
export function storedPlace(positional: string | null): Pair | null {
  const point = parsed(positional)
  if (typeof point !== 'object' || point === null || !('maplng' in point) || !('maplat' in point)) return null
  return placeOf(point.maplng, point.maplat)
}

/**
 * Returns the known location of a device; also null if a coordinate was never set: computations by location
 * (neighbours, a field, a view) leave such a device out.
 */
export function knownPlace(positional: string | null): Pair | null {
  const stored = storedPlace(positional)
  return stored === null || stored.includes(0) ? null : stored
}

/** Returns a link to a web map that every phone can open, marked as WGS-84 coordinates. */
export const mapLink = (name: string, [lng, lat]: Pair): string =>
  `https://uri.amap.com/marker?position=${lng},${lat}&name=${encodeURIComponent(name)}&coordinate=wgs84&callnative=0`

/**
 * Reads the points of an outline ([[lng, lat], …] as JSON text, or [{"lng", "lat"}, …]); entries that are not points
 * are left out.
 */
export function outlineOf(positional: string | null | undefined): Pair[] {
  const points = parsed(positional)
  if (!Array.isArray(points)) return []
  return points.map(cornerOf).flatMap((point): Pair[] => {
    const place = Array.isArray(point) ? placeOf(point[0], point[1]) : null
    return place === null ? [] : [place]
  })
}

function placeOf(longitude: unknown, latitude: unknown): Pair | null {
  const [lng, lat] = [coordinate(longitude), coordinate(latitude)]
  return lng === null || lat === null || Math.abs(lng) > 180 || Math.abs(lat) > 90 ? null : [lng, lat]
}

function coordinate(value: unknown): number | null {
  if (typeof value === 'string' ? value.trim() === '' : typeof value !== 'number') return null
  const read = Number(value)
  return Number.isFinite(read) ? read : null
}
