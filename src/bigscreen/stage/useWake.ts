import { useEffect, useEffectEvent } from 'react'
import { startClock } from './clock.ts'

/**
 * Calls `woken` when data should be refreshed at once: the tab is shown again, the network is back, the machine has
 * woken.
 */
export function useWake(woken: () => void): void {
  const wake = useEffectEvent(woken)
  useEffect(() => {
    const shown = () => document.visibilityState === 'visible' && wake()
    const online = () => wake()
    document.addEventListener('visibilitychange', shown)
    window.addEventListener('online', online)
    const stop = startClock(
      () => {},
      () => wake(),
    )
    return () => {
      stop()
      document.removeEventListener('visibilitychange', shown)
      window.removeEventListener('online', online)
    }
  }, [])
}
