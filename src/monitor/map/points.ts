import type { DeviceState } from '../../../dataProvider/normalise.ts'
import type { Pair } from '../../../resources/kit/datum.ts'
import { isAbnormal, statusOf, type StatusContext } from '../../live/deviceStatus.ts'
import { Clusters } from '../../map/clusters.ts'
import { knownPlace } from '../../../resources/kit/places.ts'
import { devicePlace } from '../../map/places.ts'
import type { Status } from '../../kit/index.ts'

/** The states a ring and the legend tell apart; a device that is disabled counts as offline, by the one rule (connectionOf). */
export const KINDS = ['online', 'alarm', 'stale', 'offline', 'unknown'] as const
const kindOf: Readonly<Record<Status, number>> = { online: 0, alarm: 1, stale: 2, offline: 3, disabled: 3, unknown: 4 }

/** The devices on the map: where they are, and beside it how they are. */
export interface Points {
  /** The same object for as long as nobody came, left or moved. */
  clusters: Clusters
  /** Position of each id in `clusters.ids`. */
  positions: ReadonlyMap<number, number>
  /** Kind of each point, by the positions of `clusters.ids`. */
  kinds: Uint8Array
  totals: readonly number[]
  /** Devices of the area without a place. */
  unplaced: number
  /** Devices whose place was never set: their marks stand for them, and nowhere true (spec 1 §9). */
  unset: number
  /** The places that the map is moved to: those that were set, where any was. */
  view: readonly Pair[]
}

export interface PointsQuery extends StatusContext {
  /** Areas whose devices are shown; null: all. */
  areas: ReadonlySet<number> | null
  alarmsOnly: boolean
}

/**
 * Works out the points of the devices, copying on write: the index of places is built anew only where places changed, which is dear; states are counted
 * anew every time, which is cheap (a pass over one array).
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

  /** The same pair for the same text, so that lists of places can be compared by identity. */
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
