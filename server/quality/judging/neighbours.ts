import { knownPlace } from '../../../resources/kit/places.ts'
import type { Measures } from '../../live/measures.ts'
import type { Registry } from '../../platform.ts'
import type { Storage } from '../../storage/types.ts'

/** How far the hours of a station may deviate from those of its neighbours. */
export interface Limits {
  /** Radius, km. */
  km: number
  factor: number
  /** In the unit of the standard. */
  apart: number | null
}

/** A device at its place, measuring one pollutant. */
export interface Station {
  key: string
  device: number
  nodemap: number
  project: number
  pollutant: string
  /** Degrees of WGS 84. */
  place: readonly [longitude: number, latitude: number]
  limits: Limits | null
  /**
   * Converts a value as read from the history to the unit of the standard; null for a value that cannot be converted.
   */
  convert(value: number): number | null
}

export interface Neighbours {
  /** The stations to be compared. */
  watched: readonly Station[]
  /** Returns the other stations of the same pollutant and project within a station's radius. */
  of(station: Station): readonly Station[]
}

const TABLES: ReadonlySet<string> = new Set(['node', 'nodemap', 'devicetype', 'device'])

/** Caches which stations are near each other and returns a function that reads it. */
export function keepNeighbours(
  storage: Storage,
  registry: Registry,
  measuresOf: () => Promise<Measures>,
): () => Promise<Neighbours> {
  let cached: Promise<Neighbours> | null = null
  registry.onChanged(async (table) => {
    if (TABLES.has(table)) cached = null
  })
  return () => {
    if (cached) return cached
    const loading = measuresOf().then((measures) => loadNeighbours(storage, measures))
    cached = loading
    loading.catch(() => {
      if (cached === loading) cached = null
    })
    return loading
  }
}

async function loadNeighbours({ read }: Storage, { models }: Measures): Promise<Neighbours> {
  const [nodes, devices] = await Promise.all([
    read
      .selectFrom('nodemap')
      .innerJoin('node', 'node.id', 'nodemap.node_id')
      .select(['nodemap.id', 'node.qc_near_km', 'node.qc_near_factor', 'node.qc_near_apart'])
      .where('node.qc_near_km', 'is not', null)
      .where('node.qc_near_factor', 'is not', null)
      .execute(),
    read.selectFrom('device').select(['id', 'project_id', 'devicetype_id', 'positional']).execute(),
  ])
  const limits = new Map(
    nodes.map(({ id, qc_near_km, qc_near_factor, qc_near_apart }): [number, Limits] => [
      id,
      { km: qc_near_km ?? 0, factor: qc_near_factor ?? Infinity, apart: qc_near_apart },
    ]),
  )
  const stations = devices.flatMap(({ id, project_id, devicetype_id, positional }) => {
    const place = knownPlace(positional)
    if (!place) return []
    return (models.get(devicetype_id ?? 0) ?? []).map(
      ({ nodemap, pollutant, convertAt }): Station => ({
        key: `${id} ${nodemap}`,
        device: id,
        nodemap,
        project: project_id ?? 0,
        pollutant: pollutant.key,
        place,
        limits: limits.get(nodemap) ?? null,
        // Stations are only compared with each other, so any reference temperature will do as long as it is the same
        // for all.
        convert: convertAt(25),
      }),
    )
  })
  const alike = new Map<string, Station[]>()
  const kindOf = ({ project, pollutant }: Station): string => `${project} ${pollutant}`
  for (const station of stations) {
    const own = alike.get(kindOf(station))
    if (own) own.push(station)
    else alike.set(kindOf(station), [station])
  }
  const known = new Map<Station, Station[]>()
  return {
    watched: stations.filter((station) => station.limits !== null),
    of(station) {
      const found =
        known.get(station) ??
        (alike.get(kindOf(station)) ?? []).filter(
          ({ device, place }) =>
            device !== station.device && kilometres(station.place, place) <= (station.limits?.km ?? 0),
        )
      known.set(station, found)
      return found
    },
  }
}

/** Mean radius of the earth, km. */
const EARTH = 6371

/** Returns the great-circle distance of two places, km. */
function kilometres([fromLng, fromLat]: Station['place'], [toLng, toLat]: Station['place']): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2
  const part = half(fromLat, toLat) + Math.cos(radians(fromLat)) * Math.cos(radians(toLat)) * half(fromLng, toLng)
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(part)))
}
