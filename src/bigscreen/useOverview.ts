import { useMemo, useState } from 'react'
import type { DeviceState } from '../../dataProvider/normalise.ts'
import { listDevices } from '../live/deviceList.ts'
import { countByArea } from '../live/deviceStatus.ts'
import type { DeviceStore } from '../live/deviceStore.ts'
import { useListedDevices } from '../live/useDevice.ts'
import type { LiveNames } from '../live/useLiveNames.ts'
import { areasBelow, buildTree, totalsByArea } from '../kit/areaTree/tree.ts'

/**
 * Returns the data of all panels, computed once for all of them whenever devices came, left or changed in more than
 * their values.
 */
export function useOverview(
  store: DeviceStore,
  { areas: rows, closedAreas }: Pick<LiveNames, 'areas' | 'closedAreas'>,
  area: number | null,
) {
  const listed = useListedDevices(store)
  const areas = useMemo(() => buildTree(rows ?? []), [rows])
  const all = useMemo(() => {
    const { ids, counts } = listDevices(listed.heads(), {
      areas: null,
      searchHits: null,
      online: 'all',
      run: 'all',
      sort: 'default',
      closedAreas,
    })
    const devices: DeviceState[] = []
    let alarming = ''
    for (const id of ids) {
      const device = store.get(id)
      if (!device) continue
      devices.push(device)
      if (device.thre_list.length > 0) alarming += `${id}:${device.thre_list.join()} `
    }
    const own = countByArea(devices)
    const alarms = new Set([...totalsByArea(areas, own.alarms)].flatMap(([id, count]) => (count > 0 ? [id] : [])))
    return {
      devices,
      alarming,
      counts,
      own: own.total,
      treeCounts: new Map<number | null, number>([...totalsByArea(areas, own.total), [null, own.all]]),
      alarms,
    }
  }, [store, listed, areas, closedAreas])
  const own = useStableValue(all.own, sameMap)
  const treeCounts = useStableValue(all.treeCounts, sameMap)
  const alarms = useStableValue(all.alarms, sameSet)
  // An area that was deleted, or stored by another user of this browser, shows all devices.
  const below = useMemo(() => (area === null ? null : areasBelow(areas, area)), [areas, area])
  const here = useMemo(
    () =>
      below === null || below.size === 0
        ? all.devices
        : all.devices.filter(({ district_id }) => district_id !== null && below.has(district_id)),
    [all, below],
  )
  return {
    areas,
    devices: all.devices,
    counts: all.counts,
    own,
    treeCounts,
    alarms,
    /** The violated rules by device, as a string that changes with them. */
    alarming: all.alarming,
    here,
    area: below === null || below.size === 0 ? null : area,
  }
}

/** Keeps a value while the new one is equal, so that its consumers do not render again. */
function useStableValue<T>(value: T, same: (one: T, other: T) => boolean): T {
  const [stable, setStable] = useState(value)
  if (stable === value || same(stable, value)) return stable
  setStable(value)
  return value
}

const sameMap = <K, V>(one: ReadonlyMap<K, V>, other: ReadonlyMap<K, V>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value)

const sameSet = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean =>
  one.size === other.size && [...one].every((entry) => other.has(entry))
