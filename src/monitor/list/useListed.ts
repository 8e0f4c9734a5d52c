import { useEffect, useMemo, useReducer, useRef, useState, type RefObject } from 'react'
import { platformNow } from '../../../dataProvider/clock.ts'
import {
  keepOrder,
  listInSteps,
  type ClassCounts,
  type DeviceListQuery,
  type ListCounts,
  type Listing,
} from '../../live/deviceList.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { runInSlices, runSteps } from '../../live/steps.ts'
import { useListedDevices } from '../../live/useDevice.ts'

/** How long the entries keep their places after the pointer last moved over the list, ms. */
const POINTER_REST_MS = 3000
/** How often a deferred update checks whether the pointer rests, ms. */
const CHECK_INTERVAL_MS = 1000

/** Up to this number of devices are listed while the page is rendered; more in slices, the last list standing meanwhile. */
const MAX_AT_ONCE = 10_000

export interface ShownList {
  ids: readonly number[]
  /**
   * Number of devices that came into alarm since the list was sorted. Those that were listed before keep their places
   * instead of moving to the top.
   */
  newAlarms: number
  /** Null while the devices of the store have not been listed yet; `ids` are then those of the store before. */
  counts: ListCounts | null
  classes: ClassCounts | null
}

/** Verdicts by device: they change without the list being sorted again. */
type Law = Pick<DeviceListQuery, 'verdicts' | 'classRanks' | 'readings' | 'boundReadings'>
const NO_LAW: Law = {}

/** What is listed, and in which state. */
interface Question {
  store: DeviceStore
  query: DeviceListQuery
  refreshVersion: number
}

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
  const movedAt = usePointer(area)
  const listing = useListing({ store, query, refreshVersion }, law)
  const shown = useRef<{
    of: Question
    sorted: readonly number[]
    ids: readonly number[]
    /** The devices that were in alarm when the list was sorted. */
    alarmed: ReadonlySet<number>
  } | null>(null)
  const before = shown.current
  if (listing !== null) {
    const { of, ids, alarms } = listing
    if (before === null || !isSame(before.of, of) || before.ids.length === 0)
      shown.current = { of, sorted: ids, ids, alarmed: new Set(ids.slice(0, alarms)) }
    else if (before.sorted !== ids && pointerRests(movedAt))
      shown.current = { ...before, sorted: ids, ids: keepOrder(before.ids, ids) }
  }
  useWhile(listing !== null && shown.current?.sorted !== listing.ids)
  const { ids = NONE, alarmed } = shown.current ?? {}
  const isOfStore = listing?.of.store === store
  return {
    ids,
    newAlarms: isOfStore ? listing.ids.slice(0, listing.alarms).filter((id) => !alarmed?.has(id)).length : 0,
    counts: isOfStore ? listing.counts : null,
    classes: isOfStore ? listing.classes : null,
  }
}

const NONE: readonly number[] = []

const isSame = (a: Question, b: Question): boolean =>
  a.store === b.store && a.query === b.query && a.refreshVersion === b.refreshVersion

/** Returns the list of the devices as of now, or the last one until it is known; null before the first. */
function useListing({ store, query, refreshVersion }: Question, law: Law): (Listing & { of: Question }) | null {
  const devices = useListedDevices(store)
  const asked = useMemo(() => {
    const now = platformNow()
    const steps = listInSteps(devices.heads(), { isStale: (id) => devices.isStale(id, now), ...query, ...law })
    const of = { store, query, refreshVersion }
    return { steps, of, listing: store.size() > MAX_AT_ONCE ? null : { ...runSteps(steps), of } }
  }, [store, devices, query, refreshVersion, law])
  const [done, setDone] = useState<(Listing & { of: Question }) | null>(null)
  useEffect(() => {
    const { steps, of, listing } = asked
    if (listing !== null) return
    return runInSlices(steps, (result) => setDone({ ...result, of })).stop
  }, [asked])
  const last = useRef(done)
  last.current = asked.listing ?? (done?.of === asked.of ? done : last.current)
  return last.current
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
