import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { DeviceState } from '../../dataProvider/normalise.ts'
import { DeviceStore, type DeviceHeads } from './deviceStore.ts'

/** The store of the page around; each live page has its own. */
export const DeviceStoreContext = createContext<DeviceStore>(new DeviceStore(() => {}))

/** One device; the component is drawn again when it changed, and only then. undefined once it is gone. */
export function useDevice(id: number): DeviceState | undefined {
  const store = useContext(DeviceStoreContext)
  return useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribe(id, listener), [store, id]),
    () => store.get(id),
  )
}

/** Counts up when devices came, went, or changed in more than their values. */
export function useDeviceIndex(store: DeviceStore): number {
  return useSyncExternalStore(store.subscribeIndex, store.index)
}

/** The devices of a store, another object whenever useDeviceIndex counts up: what is worked out of them names it in its dependencies. */
export function useListedDevices(store: DeviceStore): DeviceHeads {
  return useSyncExternalStore(store.subscribeIndex, store.listed)
}
