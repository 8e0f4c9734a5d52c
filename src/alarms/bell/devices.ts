import { useEffect } from 'react'
import { sharedValue, useSharedValue } from '../../kit/hooks/sharedValue.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'

/** The devices that the bell knows, for what else shows them: the platform is not asked for them again. */
const known = sharedValue<DeviceStore | null>(null)

/** Offers the bell's devices for as long as there is a bell; null until it knows them. */
export function useOfferDevices(store: DeviceStore | null): void {
  useEffect(() => {
    known.set(store)
    return () => known.set(null)
  }, [store])
}

/** The live devices that the bell knows; null where there is no bell, and until it knows them. */
export const useBellDevices = (): DeviceStore | null => useSharedValue(known)
