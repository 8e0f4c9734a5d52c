import { unwrap } from '../../resources/kit/wrapped.ts'
import { announces, call, WireError } from '../http.ts'
import { readNumber } from '../normalise.ts'

/** Where a place is: an address in words, or what the platform knows of it. */
export interface Address {
  address: string | null
  /** The area around or nearest to it with those above, topmost first. */
  areas: string[]
  /** Metres to that area, 0 inside; null where there is none. */
  metres: number | null
  /** Streets around it, the nearest first. */
  streets: string[]
}

/** Asks the platform where a place is, degrees of WGS-84; null of a platform that does not know the call. */
export async function reverseGeocode(lng: number, lat: number, signal?: AbortSignal): Promise<Address | null> {
  if (!(await announces('geocode'))) return null
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

/** The outlines of the areas the user may see, as JSON text by area id. A platform without the call has them in its list of areas. */
export async function areaOutlines(signal?: AbortSignal): Promise<ReadonlyMap<number, string>> {
  let rows: unknown
  try {
    rows = await call('GET', (await announces('geocode')) ? 'outlines' : 'godbDistrict', { signal })
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
