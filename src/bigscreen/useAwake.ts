import { useEffect } from 'react'

/** Keeps the screen of the machine lit for as long as it is seen. A browser that cannot, or refuses, leaves that to the machine's own settings. */
export function useAwake(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let left = false
    // The browser lets go of it with a hidden tab.
    const keep = () => {
      if (document.visibilityState === 'visible')
        void navigator.wakeLock.request('screen').then(
          (given) => (left ? void given.release() : (lock = given)),
          () => {},
        )
    }
    keep()
    document.addEventListener('visibilitychange', keep)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', keep)
      void lock?.release()
    }
  }, [])
}
