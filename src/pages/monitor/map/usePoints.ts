import { useContext, useMemo, useState } from 'react'
import type { DeviceStore } from '../../../live/deviceStore.ts'
import { useDeviceIndex } from '../../../live/useDevice.ts'
import { DisplayContext } from '../display.ts'
import { PointBuilder, type Points } from './points.ts'

/** The points of the devices, anew when devices came, went or changed in more than their values, and every 30 s for those that fell behind. */
export function usePoints(store: DeviceStore, areas: ReadonlySet<number> | null, alarmsOnly: boolean): Points {
  const index = useDeviceIndex(store)
  const { names, now } = useContext(DisplayContext)
  const { closedAreas } = names
  const [builder] = useState(() => new PointBuilder())
  // `index` says when what the store answers has changed.
  // eslint-disable-next-line react/exhaustive-deps
  return useMemo(() => builder.build(store.all(), { areas, alarmsOnly, closedAreas, now }), [builder, store, areas, alarmsOnly, closedAreas, now, index])
}
