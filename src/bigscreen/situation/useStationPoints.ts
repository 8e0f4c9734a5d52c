import { useContext, useMemo, useState } from 'react'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import type { StationReading } from '../../environment/quantity.ts'
import { isStation } from '../../environment/verdict.ts'
import { isAbnormal } from '../../live/deviceStatus.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { DisplayContext } from '../../live/display.ts'
import { useListedDevices } from '../../live/useDevice.ts'
import { PointBuilder, type Points } from '../../monitor/map/points.ts'

/** Returns the points of the judged stations and of all devices in alarm; of all devices if nothing is judged. */
export function useStationPoints(store: DeviceStore, readings: ReadonlyMap<number, StationReading>): Points {
  const devices = useListedDevices(store)
  const { names, now } = useContext(DisplayContext)
  const { closedAreas } = names
  const [builder] = useState(() => new PointBuilder())
  return useMemo(
    () => builder.build(shownOf(devices.all(), readings), { areas: null, alarmsOnly: false, closedAreas, now }),
    [builder, devices, readings, closedAreas, now],
  )
}

function* shownOf(devices: Iterable<DeviceState>, readings: ReadonlyMap<number, StationReading>) {
  for (const device of devices) {
    const reading = readings.get(device.id)
    if (
      readings.size === 0 ||
      isAbnormal(device) ||
      (reading && (reading.level !== null || isStation(reading.verdict)))
    )
      yield device
  }
}
