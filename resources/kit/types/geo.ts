import type { Pair } from '../datum.ts'
import { isRecord } from '../record.ts'

/**
 * Conversions between locations as users type them and as they are stored. Text that cannot be parsed is passed through
 * unchanged, so that validation reports it.
 */

/** Formats {"maplng":114.5,"maplat":38} as "114.5, 38". */
export function pointToText(stored: string): string {
  const point = parsed(stored)
  return isRecord(point) && 'maplng' in point && 'maplat' in point
    ? `${String(point['maplng'])}, ${String(point['maplat'])}`
    : stored
}

/** Returns the location in a stored value; null if it holds none. */
export const pointOf = (stored: string): Pair | null => pairOf(pointToText(stored))

export function pointFromText(typed: string): string {
  if (typed.trim() === '') return ''
  const pair = pairOf(typed)
  return pair ? JSON.stringify({ maplng: pair[0], maplat: pair[1] }) : typed
}

/** Formats [[114.5,38],[114.6,38]] with one "114.5, 38" per line. */
export function polygonToText(stored: string): string {
  const points = parsed(stored)
  if (!Array.isArray(points)) return stored
  return points
    .map(cornerOf)
    .map((point) => (Array.isArray(point) ? point.join(', ') : String(point)))
    .join('\n')
}

/** Returns a corner of an outline as [lng, lat]; older platforms have {"lng", "lat"}. Anything else stays as it is. */
export const cornerOf = (point: unknown): unknown =>
  isRecord(point) && 'lng' in point && 'lat' in point ? [point['lng'], point['lat']] : point

export function polygonFromText(typed: string): string {
  const lines = typed.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return ''
  const pairs = lines.map(pairOf)
  return pairs.every((pair) => pair !== null) ? JSON.stringify(pairs) : typed
}

/** Reads two numbers, separated by a comma of either width or by white space. */
export function pairOf(line: string): Pair | null {
  const parts = line.trim().split(/\s*[,，]\s*|\s+/)
  const [lng, lat] = parts.map(Number)
  return parts.length === 2 && Number.isFinite(lng) && Number.isFinite(lat) && parts.every((part) => part !== '')
    ? [Number(lng), Number(lat)]
    : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
