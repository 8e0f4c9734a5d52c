import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { DeviceState } from '../../dataProvider/normalise.ts'
import { DeviceStore, type DeviceHeads } from './deviceStore.ts'

/** The store of the enclosing page; each live page has its own. */
export const DeviceStoreContext = createContext<DeviceStore>(new DeviceStore(() => {}))

/** Returns one device; the component renders again only when that device changed. undefined once the device is gone. */
export function useDevice(id: number): DeviceState | undefined {
  const store = useContext(DeviceStoreContext)
  return useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribe(id, listener), [store, id]),
    () => store.get(id),
  )
}

/** Counts up when devices came, left, or changed in more than their values. */
export function useDeviceIndex(store: DeviceStore): number {
  return useSyncExternalStore(store.subscribeIndex, store.index)
}

/**
 * Returns the devices of a store: a new object whenever useDeviceIndex counts up, to be named as a dependency of what
 * is computed from it.
 */
export function useListedDevices(store: DeviceStore): DeviceHeads {
  return useSyncExternalStore(store.subscribeIndex, store.listed)
}
