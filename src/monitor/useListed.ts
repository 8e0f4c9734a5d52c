import { useEffect, useMemo, useReducer, useRef, type RefObject } from 'react'
import { keepOrder, listDevices, type ListCounts, type DeviceListQuery } from '../live/deviceList.ts'
import type { DeviceStore } from '../live/deviceStore.ts'
import { useListedDevices } from '../live/useDevice.ts'

/** So long after the pointer last moved over the list, ms, its entries stay where they are. */
const QUIET = 3000
/** How often it is looked whether the pointer rests, while something waits for that, ms. */
const LOOK = 1000

export interface ShownList {
  ids: readonly number[]
  counts: ListCounts
}

/**
 * What the list shows. What the user asks for (another query, or another `asked` after the refresh button) is shown in its order at once; what a poll
 * brings keeps the entries in their places, and waits while the pointer is moving over the list.
 */
export function useListed(
  store: DeviceStore,
  query: DeviceListQuery,
  asked: number,
  area: RefObject<HTMLElement | null>,
): ShownList {
  const devices = useListedDevices(store)
  const movedAt = usePointer(area)
  const { ids, counts } = useMemo(() => listDevices(devices.heads(), query), [devices, query])
  const shown = useRef<{
    store: DeviceStore
    query: DeviceListQuery
    asked: number
    wanted: readonly number[]
    ids: readonly number[]
  } | null>(null)
  const before = shown.current
  if (
    before === null ||
    before.store !== store ||
    before.query !== query ||
    before.asked !== asked ||
    before.ids.length === 0
  )
    shown.current = { store, query, asked, wanted: ids, ids }
  else if (before.wanted !== ids && isQuiet(movedAt))
    shown.current = { store, query, asked, wanted: ids, ids: keepOrder(before.ids, ids) }
  useWhile(shown.current !== null && shown.current.wanted !== ids)
  return { ids: shown.current?.ids ?? ids, counts }
}

const isQuiet = (movedAt: RefObject<number>): boolean => Date.now() - movedAt.current > QUIET

/** Draws the component again now and then while something waits: nothing else may come to do it. */
function useWhile(waiting: boolean): void {
  const [, look] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(look, LOOK)
    return () => clearInterval(timer)
  }, [waiting])
}

/** When the pointer last moved over an area. It is listened for everywhere: the area may come and go while the page stays. */
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
