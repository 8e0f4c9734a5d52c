import { badnessOf, type StationReading } from '../../../environment/quantity.ts'
import type { Clusters, Item } from '../../../map/clusters.ts'
import type { Pair } from '../../../../resources/kit/datum.ts'

/** A mark on the map: a device, drawn as a dot where marks are crowded, or a cluster of devices. */
export type Mark =
  | { kind: 'device'; id: number; place: Pair; isSmall: boolean }
  | { kind: 'cluster'; id: number; place: Pair; worst: StationReading | null }

type Readings = ReadonlyMap<number, StationReading>

/**
 * Distributes devices over marks. Crowded devices become clusters that show their worst reading (design 8.3: never a
 * mean), since overlapping marks would be too small to hit.
 */
export function spread(
  items: readonly Item[],
  clusters: Pick<Clusters, 'ids' | 'membersOf'>,
  readings: Readings,
): Mark[] {
  return items.flatMap((item): Mark[] => {
    if (item.kind === 'point')
      return [{ kind: 'device', id: item.id, place: item.place, isSmall: readings.size > 0 && !readings.has(item.id) }]
    const members = clusters.membersOf(item.id)
    const worst = worstOf(members, clusters.ids, readings)
    return [
      { kind: 'cluster', id: item.id, place: item.place, worst: worst === null ? null : (readings.get(worst) ?? null) },
    ]
  })
}

function worstOf(members: Int32Array, ids: readonly number[], readings: Readings): number | null {
  let worst: number | null = null
  let most = -Infinity
  for (const at of members) {
    const id = ids[at] ?? 0
    const reading = readings.get(id)
    const badness = reading ? badnessOf(reading) : -Infinity
    if (badness > most) [worst, most] = [id, badness]
  }
  return worst
}
