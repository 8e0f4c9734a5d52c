import { useEffect, useState } from 'react'
import { startClock } from './clock.ts'

/** Now, epoch ms, anew at the beginning of each second and at once where the tab is shown again. */
export function useSecond(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const show = () => setNow(Date.now())
    const stop = startClock(setNow, () => {})
    document.addEventListener('visibilitychange', show)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', show)
    }
  }, [])
  return now
}
