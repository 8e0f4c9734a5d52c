import { useDeferredValue, useMemo } from 'react'
import { countByArea } from './deviceList.ts'
import type { DeviceStore } from './deviceStore.ts'
import { useListedDevices } from './useDevice.ts'
import type { LiveNames } from './useLiveNames.ts'
import { areasBelow, buildTree, findArea, totalsByArea, type AreaNode } from '../kit/areaTree/tree.ts'

export interface MonitorAreas {
  areas: AreaNode[]
  /** undefined until devices are known. */
  counts: ReadonlyMap<number | null, number> | undefined
  alarms: ReadonlySet<number>
  /** There is more than one area holds, or nobody knows yet: a line "All areas" is needed. */
  withAll: boolean
  /** The line that is marked: the one top area stands for all. */
  selected: number | null
  /** Name of what is selected; null for all areas. */
  title: string | null
  /** The areas whose devices are listed; null: all. */
  listed: ReadonlySet<number> | null
  /** What choosing a line means for the address. */
  toParam: (id: number | null) => number | null
}

/** The area tree with how many devices and whether an alarm is below each area, and what the chosen area takes in. */
export function useAreaTree(
  store: DeviceStore,
  names: LiveNames,
  chosen: number | null,
  loaded: boolean,
): MonitorAreas {
  // The list goes first: what the tree counts may come a frame later.
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
