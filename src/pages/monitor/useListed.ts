import { useEffect, useMemo, useRef, type RefObject } from 'react'
import { keepOrder, listDevices, type ListCounts, type ListQuery } from '../../live/deviceList.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { useListedDevices } from '../../live/useDevice.ts'

/** So long after the pointer last moved over the list, ms, its entries stay where they are. */
const QUIET = 3000

export interface Listed {
  ids: readonly number[]
  counts: ListCounts
}

/**
 * What the list shows. What the user asks for (another query, or `asked` counted up after the refresh button) is shown in its order at once; what a poll
 * brings keeps the entries in their places, and waits while the pointer is moving over the list.
 */
export function useListed(store: DeviceStore, query: ListQuery, asked: number, area: RefObject<HTMLElement | null>): Listed {
  const devices = useListedDevices(store)
  const movedAt = usePointer(area)
  const { ids, counts } = useMemo(() => listDevices(devices.heads(), query), [devices, query])
  const shown = useRef<{ query: ListQuery; asked: number; wanted: readonly number[]; ids: readonly number[] } | null>(null)
  const before = shown.current
  if (before === null || before.query !== query || before.asked !== asked || before.ids.length === 0) shown.current = { query, asked, wanted: ids, ids }
  else if (before.wanted !== ids && isQuiet(movedAt)) shown.current = { query, asked, wanted: ids, ids: keepOrder(before.ids, ids) }
  return { ids: shown.current?.ids ?? ids, counts }
}

const isQuiet = (movedAt: RefObject<number>): boolean => Date.now() - movedAt.current > QUIET

function usePointer(area: RefObject<HTMLElement | null>) {
  const movedAt = useRef(0)
  useEffect(() => {
    const element = area.current
    const note = () => (movedAt.current = Date.now())
    element?.addEventListener('pointermove', note, { passive: true })
    return () => element?.removeEventListener('pointermove', note)
  }, [area])
  return movedAt
}
