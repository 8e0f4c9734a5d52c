import { useContext, useMemo, useState } from 'react'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { DisplayContext } from '../../live/display.ts'
import { useListedDevices } from '../../live/useDevice.ts'
import { PointBuilder, type Points } from './points.ts'

/**
 * Returns the points of the devices, recomputed when devices came, left or changed in more than their values, and every
 * 30 s for devices that became stale.
 */
export function usePoints(store: DeviceStore, areas: ReadonlySet<number> | null, alarmsOnly: boolean): Points {
  const devices = useListedDevices(store)
  const { names, now } = useContext(DisplayContext)
  const { closedAreas } = names
  const [builder] = useState(() => new PointBuilder())
  return useMemo(
    () => builder.build(devices.all(), { areas, alarmsOnly, closedAreas, now }),
    [builder, devices, areas, alarmsOnly, closedAreas, now],
  )
}
