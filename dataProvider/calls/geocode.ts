import { unwrap } from '../../resources/kit/wrapped.ts'
import { isAnnounced, call, WireError } from '../http.ts'
import { readNumber } from '../normalise.ts'

/** Address of a location: as text, or the areas and streets the platform knows around it. */
export interface Address {
  address: string | null
  /** The area around the location, or nearest to it, with the areas above it, topmost first. */
  areas: string[]
  /** Metres to that area, 0 inside; null if there is no area. */
  metres: number | null
  /** Streets around the location, nearest first. */
  streets: string[]
}

/** Asks the platform for the address of a location in WGS-84 degrees; null if the platform does not have the call. */
export async function reverseGeocode(lng: number, lat: number, signal?: AbortSignal): Promise<Address | null> {
  if (!(await isAnnounced('geocode'))) return null
  try {
    const answer = await call<Record<string, unknown> | null>('GET', 'geocode', {
      query: { lng: lng.toFixed(6), lat: lat.toFixed(6) },
      signal,
      timeout: 8000,
    })
    const address = answer?.['address']
    return {
      address: typeof address === 'string' && address !== '' ? address : null,
      areas: texts(answer?.['areas']),
      metres: readNumber(answer?.['metres']),
      streets: texts(answer?.['streets']),
    }
  } catch (failure) {
    if (isUnknownCall(failure)) return null
    throw failure
  }
}

/**
 * Returns the outlines of the areas the user may see, as JSON text by area id. If the platform does not have the call,
 * they are read from its list of areas.
 */
export async function areaOutlines(signal?: AbortSignal): Promise<ReadonlyMap<number, string>> {
  let rows: unknown
  try {
    rows = await call('GET', (await isAnnounced('geocode')) ? 'outlines' : 'godbDistrict', { signal })
  } catch (failure) {
    if (!isUnknownCall(failure)) throw failure
    rows = await call('GET', 'godbDistrict', { signal })
  }
  const list: unknown = Array.isArray(rows) ? rows : []
  return new Map(
    (list as (Record<string, unknown> | null)[]).flatMap((row): [number, string][] => {
      const id = readNumber(row?.['id'])
      const outline = row?.['outline'] === undefined ? unwrap(row?.['positional']) : JSON.stringify(row['outline'])
      return id === null || !outline ? [] : [[id, outline]]
    }),
  )
}

const isUnknownCall = (failure: unknown): boolean => failure instanceof WireError && failure.status === 404

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
