import { useSyncExternalStore } from 'react'
import { platformNow } from '../../dataProvider/clock.ts'

/**
 * Returns the time, updated every `period` ms: ms since the epoch, rounded down to the period, so that all components
 * with the same period render together.
 */
export function useClock(period: number): number {
  return useSyncExternalStore(
    (listener) => subscribe(period, listener),
    () => Math.floor(platformNow() / period) * period,
  )
}

const clocks = new Map<number, { timer: ReturnType<typeof setInterval>; listeners: Set<() => void> }>()

function subscribe(period: number, listener: () => void): () => void {
  let clock = clocks.get(period)
  if (clock === undefined) {
    const listeners = new Set<() => void>()
    clock = { listeners, timer: setInterval(() => listeners.forEach((call) => call()), Math.min(period, 1000)) }
    clocks.set(period, clock)
  }
  const { listeners, timer } = clock
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || clocks.get(period)?.timer !== timer) return
    clearInterval(timer)
    clocks.delete(period)
  }
}
