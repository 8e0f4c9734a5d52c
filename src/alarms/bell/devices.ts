import { useEffect } from 'react'
import { sharedValue, useSharedValue } from '../../kit/hooks/sharedValue.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'

/** Devices that the bell knows, for other parts that show them, so that they are not requested twice. */
const known = sharedValue<DeviceStore | null>(null)

/** Publishes the bell's devices while the bell is mounted; null until the bell knows them. */
export function useOfferDevices(store: DeviceStore | null): void {
  useEffect(() => {
    known.set(store)
    return () => known.set(null)
  }, [store])
}

/** Returns the live devices that the bell knows; null where there is no bell, and until it knows them. */
export const useBellDevices = (): DeviceStore | null => useSharedValue(known)
