import type { DeviceState } from '../../../dataProvider/normalise.ts'
import type { Pair } from '../../../resources/kit/datum.ts'
import { isAbnormal, statusOf, type StatusContext } from '../../live/deviceStatus.ts'
import { Clusters } from '../../map/clusters.ts'
import { knownPlace } from '../../../resources/kit/places.ts'
import { devicePlace } from '../../map/places.ts'
import type { Status } from '../../kit/index.ts'

/** The states that a ring and the legend distinguish; a disabled device counts as offline (see connectionOf). */
export const KINDS = ['online', 'alarm', 'stale', 'offline', 'unknown'] as const
const kindOf: Readonly<Record<Status, number>> = { online: 0, alarm: 1, stale: 2, offline: 3, disabled: 3, unknown: 4 }

/** The devices on the map: their positions and, in parallel arrays, their states. */
export interface Points {
  /** The same object as long as no device came, left or moved. */
  clusters: Clusters
  /** Index of each id in `clusters.ids`. */
  positions: ReadonlyMap<number, number>
  /** Kind of each point, by index in `clusters.ids`. */
  kinds: Uint8Array
  totals: readonly number[]
  /** Number of devices of the area without a position. */
  unplaced: number
  /**
   * Number of devices whose position was never set: their marks show the default position, which means nothing (spec 1
   * §9).
   */
  unset: number
  /** The positions that the map is fitted to: those that were set, if any. */
  view: readonly Pair[]
}

export interface PointsQuery extends StatusContext {
  /** Areas whose devices are shown; null: all. */
  areas: ReadonlySet<number> | null
  alarmsOnly: boolean
}

/**
 * Computes the points of the devices, copying on write: the spatial index, which is expensive, is rebuilt only if
 * positions changed; states are counted every time, which is cheap (a pass over one array).
 */
export class PointBuilder {
  private last: Points | null = null
  private readonly places = new Map<number, { text: string | null; place: Pair | null }>()

  build(devices: Iterable<DeviceState>, query: PointsQuery): Points {
    const ids: number[] = []
    const places: Pair[] = []
    const kinds: number[] = []
    const totals = KINDS.map(() => 0)
    let unplaced = 0
    const known: Pair[] = []
    for (const device of devices) {
      if (query.areas !== null && (device.district_id === null || !query.areas.has(device.district_id))) continue
      if (query.alarmsOnly && !isAbnormal(device)) continue
      const place = this.placeOf(device)
      if (place === null) unplaced++
      else {
        const kind = kindOf[statusOf(device, query)]
        ids.push(device.id)
        places.push(place)
        if (knownPlace(device.positional)) known.push(place)
        kinds.push(kind)
        totals[kind] = (totals[kind] ?? 0) + 1
      }
    }
    const before = this.last
    const same = before !== null && sameList(before.clusters.ids, ids) && sameList(before.clusters.places, places)
    const clusters = same ? before.clusters : new Clusters(ids, places)
    const positions = same ? before.positions : new Map(ids.map((id, at) => [id, at]))
    this.last = {
      clusters,
      positions,
      kinds: Uint8Array.from(kinds),
      totals,
      unplaced,
      unset: ids.length - known.length,
      view: known.length === 0 ? clusters.places : same && sameList(before.view, known) ? before.view : known,
    }
    return this.last
  }

  /** Returns the same pair for the same text, so that lists of positions can be compared by identity. */
  private placeOf({ id, positional }: DeviceState): Pair | null {
    const known = this.places.get(id)
    if (known?.text === positional) return known.place
    const place = devicePlace(positional, id)
    this.places.set(id, { text: positional, place })
    return place
  }
}

const sameList = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((value, at) => value === b[at])
