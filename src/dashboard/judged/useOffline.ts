import { useMemo } from 'react'
import { connectionOf, lastDataAt } from '../../live/deviceStatus.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { useListedDevices } from '../../live/useDevice.ts'

/** Offline devices, the most recent first; `since` is the time of the last value, null if none ever came. */
export type Offline = readonly { id: number; name: string; since: number | null }[]

/**
 * Returns the devices that the platform reports as offline; disabled devices and those in a closed area are excluded,
 * since they are offline on purpose.
 */
export function useOffline(store: DeviceStore, closedAreas: ReadonlySet<number>): Offline {
  const listed = useListedDevices(store)
  return useMemo(
    () =>
      [...listed.heads()]
        .filter((head) => head.online === false && !head.disabled)
        .filter((head) => connectionOf(head, closedAreas) === 'offline' && !isClosed(head.district_id, closedAreas))
        .flatMap(({ id }) => {
          const device = store.get(id)
          return device ? [{ id, name: device.name, since: lastDataAt(device) }] : []
        })
        .toSorted((a, b) => (b.since ?? 0) - (a.since ?? 0)),
    [listed, store, closedAreas],
  )
}

const isClosed = (area: number | null, closedAreas: ReadonlySet<number>): boolean =>
  area !== null && closedAreas.has(area)
