import { useEffect } from 'react'
import { sharedValue, useSharedValue } from '../kit/hooks/sharedValue.ts'
import type { DeviceStore } from './deviceStore.ts'

/**
 * The store of the live page in view. Components around the page (the alarm bell, the palette) read it, so that the
 * platform is not queried twice for the same live state.
 */
const shared = sharedValue<DeviceStore | null>(null)

/** Publishes a page's store for as long as the page is shown. */
export function useOfferStore(store: DeviceStore): void {
  useEffect(() => {
    shared.set(store)
    return () => {
      if (shared.get() === store) shared.set(null)
    }
  }, [store])
}

/** Returns the store of the page in view; null if the page has none. */
export const useSharedStore = (): DeviceStore | null => useSharedValue(shared)

export const sharedStore = shared.get
