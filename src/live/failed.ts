import { useEffect, useSyncExternalStore } from 'react'
import type { Poller } from './poller.ts'
import { errorOf } from './usePoll.ts'

/** Whether the live page in view could not read the devices, whose alarms the bell shows; it tries again by itself. */
let failed = false
const listeners = new Set<() => void>()

/** Tells the bell how a live page's poll stands, for as long as the page is shown. */
export function useTellBell(poll: Poller): void {
  useEffect(() => {
    const update = () => set(errorOf(poll.snapshot()) !== null)
    const leave = poll.subscribe(update)
    update()
    return () => {
      leave()
      set(false)
    }
  }, [poll])
}

export const usePageFailed = (): boolean => useSyncExternalStore(subscribe, () => failed)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function set(next: boolean): void {
  if (next === failed) return
  failed = next
  for (const listener of listeners) listener()
}
