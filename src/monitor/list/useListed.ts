import { useEffect, useMemo, useReducer, useRef, type RefObject } from 'react'
import { platformNow } from '../../../dataProvider/clock.ts'
import {
  keepOrder,
  listDevices,
  type ClassCounts,
  type DeviceListQuery,
  type ListCounts,
} from '../../live/deviceList.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { useListedDevices } from '../../live/useDevice.ts'

/** How long the entries keep their places after the pointer last moved over the list, ms. */
const POINTER_REST_MS = 3000
/** How often a deferred update checks whether the pointer rests, ms. */
const CHECK_INTERVAL_MS = 1000

export interface ShownList {
  ids: readonly number[]
  /**
   * Number of devices that came into alarm since the list was sorted. Those that were listed before keep their places
   * instead of moving to the top.
   */
  newAlarms: number
  counts: ListCounts
  classes: ClassCounts
}

/** Verdicts by device: they change without the list being sorted again. */
type Law = Pick<DeviceListQuery, 'verdicts' | 'classRanks' | 'readings' | 'boundReadings'>
const NO_LAW: Law = {}

/**
 * Returns the ids that the list shows. A new query or `refreshVersion` (the refresh button) sorts at once; a poll keeps
 * the entries in their places, and is deferred while the pointer moves over the list. If the query has no `isStale`,
 * staleness is computed at the current time.
 */
export function useListed(
  store: DeviceStore,
  query: DeviceListQuery,
  refreshVersion: number,
  area: RefObject<HTMLElement | null>,
  law: Law = NO_LAW,
): ShownList {
  const devices = useListedDevices(store)
  const movedAt = usePointer(area)
  const { ids, alarms, counts, classes } = useMemo(() => {
    const now = platformNow()
    return listDevices(devices.heads(), { isStale: (id) => devices.isStale(id, now), ...query, ...law })
  }, [devices, query, law])
  const shown = useRef<{
    store: DeviceStore
    query: DeviceListQuery
    refreshVersion: number
    sorted: readonly number[]
    ids: readonly number[]
    /** The devices that were in alarm when the list was sorted. */
    alarmed: ReadonlySet<number>
  } | null>(null)
  const before = shown.current
  if (
    before === null ||
    before.store !== store ||
    before.query !== query ||
    before.refreshVersion !== refreshVersion ||
    before.ids.length === 0
  )
    shown.current = { store, query, refreshVersion, sorted: ids, ids, alarmed: new Set(ids.slice(0, alarms)) }
  else if (before.sorted !== ids && pointerRests(movedAt))
    shown.current = { ...before, sorted: ids, ids: keepOrder(before.ids, ids) }
  useWhile(shown.current !== null && shown.current.sorted !== ids)
  const alarmed = shown.current?.alarmed
  const newAlarms = ids.slice(0, alarms).filter((id) => !alarmed?.has(id)).length
  return { ids: shown.current?.ids ?? ids, newAlarms, counts, classes }
}

const pointerRests = (movedAt: RefObject<number>): boolean => Date.now() - movedAt.current > POINTER_REST_MS

/** Re-renders periodically while an update is deferred: nothing else would trigger it. */
function useWhile(waiting: boolean): void {
  const [, look] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(look, CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [waiting])
}

/**
 * Returns when the pointer last moved over an area. Listens on the document, because the area can be unmounted while
 * the page stays.
 */
function usePointer(area: RefObject<HTMLElement | null>) {
  const movedAt = useRef(0)
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (target instanceof Node && area.current?.contains(target)) movedAt.current = Date.now()
    }
    document.addEventListener('pointermove', note, { passive: true })
    return () => document.removeEventListener('pointermove', note)
  }, [area])
  return movedAt
}
