import { useEffect, useSyncExternalStore } from 'react'
import type { DeviceStore } from '../../live/deviceStore.ts'

/** The devices that the bell knows, for what else shows them: nobody asks the platform for them again. */
let known: DeviceStore | null = null
const listeners = new Set<() => void>()

/** Offers the bell's devices for as long as there is a bell; null until it knows them. */
export function useOfferDevices(store: DeviceStore | null): void {
  useEffect(() => {
    set(store)
    return () => set(null)
  }, [store])
}

/** The live devices that the bell knows; null where there is no bell, and until it knows them. */
export const useBellDevices = (): DeviceStore | null => useSyncExternalStore(subscribe, () => known)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function set(store: DeviceStore | null): void {
  known = store
  for (const listener of listeners) listener()
}
