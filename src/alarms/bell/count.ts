import { useSyncExternalStore } from 'react'

/** How many alarms the bell counts, for what else shows the number; 0 where there is no bell. */
let count = 0
const listeners = new Set<() => void>()

export function setAlarmCount(next: number): void {
  if (next === count) return
  count = next
  for (const listener of listeners) listener()
}

export const useAlarmCount = (): number => useSyncExternalStore(subscribe, () => count)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
