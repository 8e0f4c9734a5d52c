import type { LatLngLiteral } from 'leaflet'
import { gcjToWgs, wgsToGcj, type Datum, type Pair } from '../../resources/kit/datum.ts'

/** From places as they are stored (WGS-84) to a map drawn in a datum, and back. */
export interface Conversion {
  toMap: (place: Pair) => LatLngLiteral
  fromMap: (point: LatLngLiteral) => Pair
}

const literal = ([lng, lat]: Pair): LatLngLiteral => ({ lng, lat })

export const conversions: Readonly<Record<Datum, Conversion>> = {
  WGS84: { toMap: literal, fromMap: ({ lng, lat }) => [lng, lat] },
  GCJ02: { toMap: (place) => literal(wgsToGcj(place)), fromMap: ({ lng, lat }) => gcjToWgs([lng, lat]) },
}
