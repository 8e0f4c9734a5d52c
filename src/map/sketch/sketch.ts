import type { Feature, FeatureCollection, Geometry, Position } from 'geojson'
import type { Language } from '../../../i18n/types.ts'

/** A shape to paint: its points in the plane of the map (0 to 1, Mercator), x and y alternating, one array per part. */
export interface SketchShape {
  kind: string
  name: string | null
  /** Its name in Traditional Chinese and English; null if one name serves all languages. */
  names: readonly [zhTW: string, zhEN: string] | null
  /** The smallest and largest zoom at which it is shown. */
  from: number
  to: number
  parts: Float64Array[]
  box: { x0: number; y0: number; x1: number; y1: number }
}

/** A drawing: GeoJSON with optional names in Traditional Chinese and English. */
export type Drawing = FeatureCollection & { names?: Readonly<Record<string, readonly [zhTW: string, zhEN: string]>> }

/** Returns the shapes of a drawing; a feature has a kind, a name, and a zoom range (`from`, `to`). */
export const shapesOf = ({ features, names = {} }: Drawing): SketchShape[] =>
  features.flatMap((feature) => shapeOf(feature, names))

/** Returns a shape's name in a language. */
export const shapeName = ({ name, names }: Pick<SketchShape, 'name' | 'names'>, language: Language): string | null =>
  names && language !== 'zhCN' ? names[language === 'zhTW' ? 0 : 1] : name

function shapeOf({ properties, geometry }: Feature, names: NonNullable<Drawing['names']>): SketchShape[] {
  const parts = partsOf(geometry).map(projected)
  if (parts.length === 0) return []
  const box = { x0: 1, y0: 1, x1: 0, y1: 0 }
  for (const part of parts) {
    for (let at = 0; at < part.length; at += 2) {
      const [x, y] = [part[at] ?? 0, part[at + 1] ?? 0]
      box.x0 = Math.min(box.x0, x)
      box.x1 = Math.max(box.x1, x)
      box.y0 = Math.min(box.y0, y)
      box.y1 = Math.max(box.y1, y)
    }
  }
  const number = (name: string, fallback: number) =>
    typeof properties?.[name] === 'number' ? properties[name] : fallback
  const name = typeof properties?.['name'] === 'string' ? properties['name'] : null
  return [
    {
      kind: String(properties?.['kind'] ?? ''),
      name,
      names: name !== null && Object.hasOwn(names, name) ? (names[name] ?? null) : null,
      from: number('from', 0),
      to: number('to', 99),
      parts,
      box,
    },
  ]
}

function partsOf(geometry: Geometry | null): Position[][] {
  if (geometry === null) return []
  const readers: { [G in Geometry as G['type']]: (geometry: G) => Position[][] } = {
    Point: ({ coordinates }) => [[coordinates]],
    MultiPoint: ({ coordinates }) => coordinates.map((point) => [point]),
    LineString: ({ coordinates }) => [coordinates],
    MultiLineString: ({ coordinates }) => coordinates,
    Polygon: ({ coordinates }) => coordinates,
    MultiPolygon: ({ coordinates }) => coordinates.flat(),
    GeometryCollection: ({ geometries }) => geometries.flatMap(partsOf),
  }
  return (readers[geometry.type] as (geometry: Geometry) => Position[][])(geometry)
}

/** Limit of the Mercator projection: nearer to the poles the plane is unbounded. */
const MAX_LATITUDE = 85.051_128

function projected(points: Position[]): Float64Array {
  const part = new Float64Array(points.length * 2)
  points.forEach(([lng = 0, lat = 0], at) => {
    const sine = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180)
    part[at * 2] = lng / 360 + 0.5
    part[at * 2 + 1] = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  })
  return part
}
