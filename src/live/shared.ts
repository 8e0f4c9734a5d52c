import { useEffect, useSyncExternalStore } from 'react'
import type { DeviceStore } from './deviceStore.ts'

/**
 * The store of the live page in view. What stands around the page (the alarm bell, the palette) reads it there, so that nobody asks the platform for
 * the same live state twice.
 */
let shared: DeviceStore | null = null
const listeners = new Set<() => void>()

/** Offers a page's store for as long as the page is shown. */
export function useOfferStore(store: DeviceStore): void {
  useEffect(() => {
    set(store)
    return () => {
      if (shared === store) set(null)
    }
  }, [store])
}

/** The store of the page in view; null where the page has none. */
export const useSharedStore = (): DeviceStore | null => useSyncExternalStore(subscribe, sharedStore)

export const sharedStore = (): DeviceStore | null => shared

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function set(store: DeviceStore | null): void {
  shared = store
  for (const listener of listeners) listener()
}
