import type { LatLngLiteral } from 'leaflet'
import { gcjToWgs, wgsToGcj, type Datum, type Pair } from '../../resources/kit/datum.ts'

/** Converts between stored positions (WGS-84) and a map's datum. */
export interface Conversion {
  toMap: (place: Pair) => LatLngLiteral
  fromMap: (point: LatLngLiteral) => Pair
}

const literal = ([lng, lat]: Pair): LatLngLiteral => ({ lng, lat })

export const conversions: Readonly<Record<Datum, Conversion>> = {
  WGS84: { toMap: literal, fromMap: ({ lng, lat }) => [lng, lat] },
  GCJ02: { toMap: (place) => literal(wgsToGcj(place)), fromMap: ({ lng, lat }) => gcjToWgs([lng, lat]) },
}
