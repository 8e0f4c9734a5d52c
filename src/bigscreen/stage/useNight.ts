import type { Pair } from '../../../resources/kit/datum.ts'
import { MINUTE } from '../../../resources/kit/zone.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { useClock } from '../../live/useClock.ts'
import { useListedDevices } from '../../live/useDevice.ts'
import { knownPlace } from '../../../resources/kit/places.ts'
import { isSunDown } from './sun.ts'

/**
 * Returns whether the sun has set where the devices are; with several cities, that of the first device decides. False
 * before any device is known.
 */
export function useNight(store: DeviceStore): boolean {
  const devices = useListedDevices(store)
  const now = useClock(MINUTE)
  const place = firstPlace(devices.heads())
  return place !== null && isSunDown(now, place)
}

function firstPlace(devices: Iterable<{ positional: string | null }>): Pair | null {
  for (const { positional } of devices) {
    const place = knownPlace(positional)
    if (place) return place
  }
  return null
}
