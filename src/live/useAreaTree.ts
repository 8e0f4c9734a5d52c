import { useDeferredValue, useMemo } from 'react'
import { countByArea } from './deviceStatus.ts'
import type { DeviceStore } from './deviceStore.ts'
import { useListedDevices } from './useDevice.ts'
import type { LiveNames } from './useLiveNames.ts'
import { areasBelow, buildTree, findArea, totalsByArea, type AreaNode } from '../kit/areaTree/tree.ts'

export interface MonitorAreas {
  areas: AreaNode[]
  /** undefined until devices are known. */
  counts: ReadonlyMap<number | null, number> | undefined
  alarms: ReadonlySet<number>
  /** Whether to show a line "All areas": the devices are not all in one top area, or that is not known yet. */
  withAll: boolean
  /** The line that is marked; a single top area stands for all areas. */
  selected: number | null
  /** Name of the selected area; null for all areas. */
  title: string | null
  /** The areas whose devices are listed; null: all. */
  listed: ReadonlySet<number> | null
  /** Maps a chosen line to the value of the address parameter. */
  toParam: (id: number | null) => number | null
}

/**
 * Returns the area tree with the number of devices and the alarms below each area, and the areas that the chosen one
 * includes.
 */
export function useAreaTree(
  store: DeviceStore,
  names: LiveNames,
  chosen: number | null,
  loaded: boolean,
): MonitorAreas {
  // The list has priority: the counts of the tree may follow a frame later.
  const devices = useDeferredValue(useListedDevices(store))
  const areas = useMemo(() => buildTree(names.areas ?? []), [names.areas])
  const { counts, alarms, all } = useMemo(() => {
    const ownCounts = countByArea(devices.heads())
    const inAlarm = [...totalsByArea(areas, ownCounts.alarms)].filter(([, count]) => count > 0).map(([id]) => id)
    return {
      counts: new Map<number | null, number>([...totalsByArea(areas, ownCounts.total), [null, ownCounts.all]]),
      alarms: new Set(inAlarm),
      all: ownCounts.all,
    }
  }, [areas, devices])
  const only = areas.length === 1 && areas[0] !== undefined && counts.get(areas[0].id) === all ? areas[0] : null
  const known = chosen === null ? undefined : findArea(areas, chosen)
  const area = known?.id ?? null
  const listed = useMemo(() => {
    if (chosen === null || chosen === only?.id || (names.areas !== undefined && area === null)) return null
    return area === null ? new Set([chosen]) : areasBelow(areas, area)
  }, [areas, area, chosen, only?.id, names.areas])
  return {
    areas,
    counts: loaded && (all > 0 || store.size() === 0) ? counts : undefined,
    alarms,
    withAll: only === null && names.areas?.length !== 0,
    selected: area ?? only?.id ?? null,
    title: known?.name ?? only?.name ?? null,
    listed,
    toParam: (id) => (id === only?.id ? null : id),
  }
}
