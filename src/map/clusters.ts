import Supercluster from 'supercluster'
import type { Pair } from '../../resources/kit/datum.ts'

/** Number of a cluster's points by kind; kinds are small integers. */
export type KindCounts = readonly number[]

export type Item =
  | { kind: 'point'; id: number; place: Pair }
  | { kind: 'cluster'; id: number; place: Pair; count: number }

/**
 * Clusters points by zoom. The index holds positions only: it is built once for a set of positions, and kept while
 * states change. The contents of a cluster are counted from its members, which are looked up once.
 */
export class Clusters {
  private readonly index: Supercluster<{ at: number }>
  private readonly members = new Map<number, Int32Array>()

  /** @param places positions of the points; @param ids in the same order */
  constructor(
    readonly ids: readonly number[],
    readonly places: readonly Pair[],
    { radius = 60, maxZoom = 20 } = {},
  ) {
    this.index = new Supercluster({ radius, maxZoom, extent: 256, minPoints: 2 })
    this.index.load(
      places.map((place, at) => ({
        type: 'Feature',
        properties: { at },
        geometry: { type: 'Point', coordinates: [...place] },
      })),
    )
  }

  /** Returns the items of a view: west, south, east, north in degrees, and its zoom. */
  within(box: [number, number, number, number], zoom: number): Item[] {
    return this.index.getClusters(box, Math.round(zoom)).map(({ properties, geometry: { coordinates } }) => {
      const place: Pair = [coordinates[0] ?? 0, coordinates[1] ?? 0]
      return 'cluster' in properties
        ? { kind: 'cluster', id: properties.cluster_id, place, count: properties.point_count }
        : { kind: 'point', id: this.ids[properties.at] ?? 0, place }
    })
  }

  /** Returns the indices (in `ids`) of all points of a cluster. */
  membersOf(cluster: number): Int32Array {
    const known = this.members.get(cluster)
    if (known) return known
    const found = Int32Array.from(this.index.getLeaves(cluster, Infinity), ({ properties }) => properties.at)
    this.members.set(cluster, found)
    return found
  }

  /** Counts the points of a cluster by kind. */
  tally(cluster: number, kinds: Uint8Array, howMany: number): KindCounts {
    const counts = Array.from({ length: howMany }, () => 0)
    for (const at of this.membersOf(cluster)) {
      const kind = kinds[at] ?? 0
      counts[kind] = (counts[kind] ?? 0) + 1
    }
    return counts
  }

  /** Returns the zoom at which a cluster splits; one above the maximum if its points share a position. */
  splitsAt = (cluster: number): number => this.index.getClusterExpansionZoom(cluster)
}
