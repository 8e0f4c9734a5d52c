import coarse from 'world-atlas/countries-110m.json?url'
import fine from 'world-atlas/countries-50m.json?url'
import type { Geometry } from 'geojson'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { timeLimit } from '../../kit/timeLimit.ts'
import { shapesOf, type Drawing, type SketchShape } from './sketch.ts'
import { LAST_WORLD } from './SketchLayer.ts'

/**
 * Loads the outline of the world: coarse up to zoom 4, fine from there on. Each is fetched once; after a failure the
 * next call tries again.
 */
export function loadWorld(zoom: number): Promise<SketchShape[]> {
  return zoom <= 4 ? loadOnce('coarse', () => readWorld(coarse)) : loadOnce('fine', () => readWorld(fine))
}

/** Loads the borders between China's provinces, for the zooms at which the world is drawn. */
export const loadProvinces = (): Promise<SketchShape[]> => drawing('provinces')

/** Loads the demo's streets, river and parks. */
export const loadCity = (): Promise<SketchShape[]> => drawing('demo-city')

const drawing = (name: string): Promise<SketchShape[]> =>
  loadOnce(name, async () => shapesOf((await fetchJson(`/map/${name}.json`)) as Drawing))

const loads = new Map<string, Promise<SketchShape[]>>()

function loadOnce(name: string, load: () => Promise<SketchShape[]>): Promise<SketchShape[]> {
  const loading = loads.get(name) ?? load()
  loads.set(name, loading)
  loading.catch(() => loads.delete(name))
  return loading
}

async function readWorld(address: string): Promise<SketchShape[]> {
  const [topology, { feature, mesh }] = await Promise.all([
    fetchJson(address) as Promise<Topology<{ countries: GeometryCollection; land: GeometryCollection }>>,
    import('topojson-client'),
  ])
  const { countries, land } = topology.objects
  // Only a line between two countries is a border: the coast is drawn as the sea's edge.
  const borders = mesh(topology, countries, (a, b) => a !== b)
  const collection = feature(topology, land)
  const lands = 'features' in collection ? collection.features.map(({ geometry }) => geometry) : []
  const named = (kind: string, geometry: Geometry) => ({
    type: 'Feature' as const,
    properties: { kind, to: LAST_WORLD },
    geometry,
  })
  return shapesOf({
    type: 'FeatureCollection',
    features: [...lands.map((geometry) => named('land', geometry)), named('border', borders)],
  })
}

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address, { signal: timeLimit(FETCH_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response.json()
}

/** The finest outline takes long on a slow connection, ms. */
const FETCH_TIMEOUT_MS = 60_000
