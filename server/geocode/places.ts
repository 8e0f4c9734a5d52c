import type { Pair } from '../../resources/kit/datum.ts'
import type { Platform } from '../platform.ts'
import type { NamedPlace } from './near.ts'

/** How long what areas and devices say of their places is good for, ms. */
const FRESH = 5 * 60_000

/** All areas with their outlines, and for those without one the middle of their devices. Read anew when an area changed, else every few minutes. */
export function createPlaces({ storage, registry }: Platform): () => Promise<readonly NamedPlace[]> {
  let known: { places: Promise<readonly NamedPlace[]>; until: number } | null = null
  registry.onChanged(async (table) => {
    if (table === 'district') known = null
  })
  const read = async (): Promise<readonly NamedPlace[]> => {
    const areas = await storage.readAny
      .selectFrom('district')
      .select(['id', 'name', 'superid', 'project_id', 'positional'])
      .execute()
    const devices = await storage.readAny
      .selectFrom('device')
      .select(['district_id', 'positional'])
      .where('positional', 'is not', null)
      .execute()
    const middles = middlesOf(devices)
    return areas.map((area) => {
      const id = Number(area['id'])
      return {
        id,
        name: String(area['name']),
        superid: Number(area['superid']),
        project_id: Number(area['project_id']),
        outline: storedOutline(area['positional']),
        centre: middles.get(id) ?? null,
      }
    })
  }
  return () => {
    if (known === null || known.until < Date.now()) {
      const places = read()
      const entry = { places, until: Date.now() + FRESH }
      known = entry
      places.catch(() => {
        if (known === entry) known = null
      })
    }
    return known.places
  }
}

/** A stored outline; null of what is none. */
export function storedOutline(stored: unknown): readonly Pair[] | null {
  const points = parsed(stored)
  if (!Array.isArray(points)) return null
  const pairs = points.flatMap((point: unknown): Pair[] =>
    Array.isArray(point) && Number.isFinite(Number(point[0])) && Number.isFinite(Number(point[1]))
      ? [[Number(point[0]), Number(point[1])]]
      : [],
  )
  return pairs.length > 2 ? pairs : null
}

function middlesOf(devices: readonly Record<string, unknown>[]): Map<number, Pair> {
  const sums = new Map<number, { lng: number; lat: number; count: number }>()
  for (const { district_id, positional } of devices) {
    const point = parsed(positional)
    if (typeof point !== 'object' || point === null) continue
    const [lng, lat] = [Number(Reflect.get(point, 'maplng')), Number(Reflect.get(point, 'maplat'))]
    if (!lng || !lat) continue
    const sum = sums.get(Number(district_id)) ?? { lng: 0, lat: 0, count: 0 }
    sums.set(Number(district_id), { lng: sum.lng + lng, lat: sum.lat + lat, count: sum.count + 1 })
  }
  return new Map([...sums].map(([id, { lng, lat, count }]) => [id, [lng / count, lat / count]]))
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null
  } catch {
    return null
  }
}
