/**
 * WGS-84, in which locations are stored, and GCJ-02, in which public maps of mainland China are drawn: they differ by
 * some hundreds of metres there and are equal everywhere else. Conversions exist in both directions; a round trip is
 * exact to a centimetre.
 */
export const DATUMS = ['WGS84', 'GCJ02'] as const
export type Datum = (typeof DATUMS)[number]

/** [longitude, latitude], degrees. */
export type Pair = readonly [lng: number, lat: number]

export function wgsToGcj([lng, lat]: Pair): Pair {
  if (!inMainland(lng, lat)) return [lng, lat]
  const [east, north] = shift(lng, lat)
  return [lng + east, lat + north]
}

/** The inverse has no closed form: it is approximated by iteration. */
export function gcjToWgs(place: Pair): Pair {
  if (!inMainland(place[0], place[1])) return place
  let [lng, lat] = place
  for (let step = 0; step < 6; step++) {
    const [gotLng, gotLat] = wgsToGcj([lng, lat])
    lng += place[0] - gotLng
    lat += place[1] - gotLat
  }
  return [lng, lat]
}

/** Ellipsoid of Krasovsky 1940. */
const SEMI_MAJOR = 6_378_245
const ECCENTRICITY = 0.006_693_421_622_965_943

/** The rectangle in which the shift is defined. */
const inMainland = (lng: number, lat: number): boolean =>
  lng >= 72.004 && lng <= 137.8347 && lat >= 0.8293 && lat <= 55.8271

function shift(lng: number, lat: number): Pair {
  const [x, y] = [lng - 105, lat - 35]
  const radians = (lat / 180) * Math.PI
  const magic = 1 - ECCENTRICITY * Math.sin(radians) ** 2
  const root = Math.sqrt(magic)
  const north = (northOf(x, y) * 180) / (((SEMI_MAJOR * (1 - ECCENTRICITY)) / (magic * root)) * Math.PI)
  const east = (eastOf(x, y) * 180) / ((SEMI_MAJOR / root) * Math.cos(radians) * Math.PI)
  return [east, north]
}

const wave = (value: number, ...parts: readonly (readonly [size: number, turn: number])[]): number =>
  (parts.reduce((sum, [size, turn]) => sum + size * Math.sin(value * turn * Math.PI), 0) * 2) / 3

const northOf = (x: number, y: number): number =>
  -100 +
  2 * x +
  3 * y +
  0.2 * y * y +
  0.1 * x * y +
  0.2 * Math.sqrt(Math.abs(x)) +
  wave(x, [20, 6], [20, 2]) +
  wave(y, [20, 1], [40, 1 / 3]) +
  wave(y, [160, 1 / 12], [320, 1 / 30])

const eastOf = (x: number, y: number): number =>
  300 +
  x +
  2 * y +
  0.1 * x * x +
  0.1 * x * y +
  0.1 * Math.sqrt(Math.abs(x)) +
  wave(x, [20, 6], [20, 2]) +
  wave(x, [20, 1], [40, 1 / 3]) +
  wave(x, [150, 1 / 12], [300, 1 / 30])
