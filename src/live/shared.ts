import { useEffect } from 'react'
import { sharedValue, useSharedValue } from '../kit/hooks/sharedValue.ts'
import type { DeviceStore } from './deviceStore.ts'

/**
 * The store of the live page in view. What stands around the page (the alarm bell, the palette) reads it there, so that the platform is not asked for
 * the same live state twice.
 */
const shared = sharedValue<DeviceStore | null>(null)

/** Offers a page's store for as long as the page is shown. */
export function useOfferStore(store: DeviceStore): void {
  useEffect(() => {
    shared.set(store)
    return () => {
      if (shared.get() === store) shared.set(null)
    }
  }, [store])
}

/** The store of the page in view; null where the page has none. */
export const useSharedStore = (): DeviceStore | null => useSharedValue(shared)

export const sharedStore = shared.get
