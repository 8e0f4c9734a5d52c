import type { Pair } from '../../resources/kit/datum.ts'
import { knownPlace, outlineOf } from '../../resources/kit/places.ts'
import type { Platform } from '../platform.ts'
import type { NamedPlace } from './near.ts'

/** How long the places of areas and devices are cached, ms. */
const PLACES_TTL_MS = 5 * 60_000

/**
 * Creates the list of all areas with their outlines or, for those without one, the centre of their devices. It is read
 * anew when an area has changed, else every few minutes.
 */
export function createPlaces({ storage, registry }: Platform): () => Promise<readonly NamedPlace[]> {
  let known: { places: Promise<readonly NamedPlace[]>; until: number } | null = null
  registry.onChanged(async (table) => {
    if (table === 'district') known = null
  })
  const read = async (): Promise<readonly NamedPlace[]> => {
    const areas = await storage.read
      .selectFrom('district')
      .select(['id', 'name', 'superid', 'project_id', 'positional'])
      .execute()
    const devices = await storage.read
      .selectFrom('device')
      .select(['district_id', 'positional'])
      .where('positional', 'is not', null)
      .execute()
    const middles = middlesOf(devices)
    return areas.map(({ id, name, superid, project_id, positional }) => {
      const outline = outlineOf(positional)
      return {
        id,
        name: name ?? '',
        superid,
        project_id,
        outline: outline.length > 2 ? outline : null,
        centre: middles.get(id) ?? null,
      }
    })
  }
  return () => {
    if (known === null || known.until < Date.now()) {
      const places = read()
      const entry = { places, until: Date.now() + PLACES_TTL_MS }
      known = entry
      places.catch(() => {
        if (known === entry) known = null
      })
    }
    return known.places
  }
}

function middlesOf(devices: readonly { district_id: number; positional: string | null }[]): Map<number, Pair> {
  const sums = new Map<number, { lng: number; lat: number; count: number }>()
  for (const { district_id, positional } of devices) {
    const place = knownPlace(positional)
    if (!place) continue
    const [lng, lat] = place
    const sum = sums.get(district_id) ?? { lng: 0, lat: 0, count: 0 }
    sums.set(district_id, { lng: sum.lng + lng, lat: sum.lat + lat, count: sum.count + 1 })
  }
  return new Map([...sums].map(([id, { lng, lat, count }]) => [id, [lng / count, lat / count]]))
}
