import type { LiveDevice, LiveView } from '../platform.ts'
import type { RegisteredDevice } from './registered.ts'

type Placed = Pick<LiveDevice, 'project_id' | 'district_id'>

/** Devices of one area of a project. A request for an area looks at no other device of the city. */
export interface AreaGroup extends Placed {
  /** In default order. The array is replaced, not changed, when a device comes or goes. */
  devices: readonly RegisteredDevice[]
  /** Tick (changes.ts) after which no device of the group changed. */
  newest: number
}

/** All devices in default order, as a whole and by area. An array that was handed out is never changed afterwards. */
export interface Arrangement {
  ordered(): readonly RegisteredDevice[]
  groups(): Iterable<AreaGroup>
  /** Returns the devices of a view, in default order. */
  listed(view: LiveView): readonly RegisteredDevice[]
  /**
   * Updates the order. `gone` were deleted; `moved` are new or have another area, project or sort number than before.
   */
  arrange(gone: readonly RegisteredDevice[], moved: readonly RegisteredDevice[]): void
}

/** Up to this number of devices that come or go, each is placed by itself; with more, the whole list is sorted. */
const MAX_SINGLE_MOVES = 16

/** Default order: sort_num descending, id. */
export const inOrder = (a: RegisteredDevice, b: RegisteredDevice): number => b.sort_num - a.sort_num || a.id - b.id

export function createArrangement(): Arrangement {
  const groups = new Map<string, AreaGroup>()
  let all: readonly RegisteredDevice[] = []

  const groupOf = ({ project_id, district_id }: Placed): AreaGroup => {
    const key = keyOf({ project_id, district_id })
    const group = groups.get(key) ?? { project_id, district_id, devices: [], newest: 0 }
    groups.set(key, group)
    return group
  }

  return {
    ordered: () => all,
    groups: () => groups.values(),
    listed({ only, has }) {
      const chosen = [...groups.values()].filter(has)
      const devices =
        chosen.length === groups.size
          ? all
          : chosen.length === 1
            ? (chosen[0]?.devices ?? [])
            : chosen.flatMap((group) => group.devices).toSorted(inOrder)
      return only === undefined ? devices : devices.filter(({ id }) => id === only)
    },
    arrange(gone, moved) {
      if (gone.length === 0 && moved.length === 0) return
      const leaving = new Set<RegisteredDevice>()
      const touched = new Map<AreaGroup, { leaving: Set<RegisteredDevice>; coming: RegisteredDevice[] }>()
      const touch = (group: AreaGroup) => {
        const known = touched.get(group) ?? { leaving: new Set(), coming: [] }
        touched.set(group, known)
        return known
      }
      for (const devices of [gone, moved])
        for (const device of devices) {
          if (device.group === null) continue
          leaving.add(device)
          touch(device.group).leaving.add(device)
          device.group = null
        }
      for (const device of moved) {
        const group = groupOf(device)
        group.newest = Math.max(group.newest, device.changed, device.moved)
        device.group = group
        touch(group).coming.push(device)
      }
      for (const [group, { leaving: left, coming }] of touched) {
        group.devices = rearranged(group.devices, left, coming)
        if (group.devices.length === 0) groups.delete(keyOf(group))
      }
      all = rearranged(all, leaving, moved)
    },
  }
}

const keyOf = ({ project_id, district_id }: Placed): string => `${project_id}.${district_id}`

/**
 * Returns an ordered list without the devices of `leaving` and with those of `coming`. Leaving devices are found by
 * identity, as their records may already have another place in the order.
 */
function rearranged(
  list: readonly RegisteredDevice[],
  leaving: ReadonlySet<RegisteredDevice>,
  coming: readonly RegisteredDevice[],
): readonly RegisteredDevice[] {
  if (leaving.size + coming.length > MAX_SINGLE_MOVES)
    return [...list.filter((device) => !leaving.has(device)), ...coming].toSorted(inOrder)
  const devices = [...list]
  for (const device of leaving) devices.splice(devices.indexOf(device), 1)
  for (const device of coming) devices.splice(placeIn(devices, device), 0, device)
  return devices
}

/** Returns the index at which a device belongs in an ordered list. */
function placeIn(list: readonly RegisteredDevice[], device: RegisteredDevice): number {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const other = list[middle]
    if (other && inOrder(other, device) < 0) from = middle + 1
    else to = middle
  }
  return from
}
