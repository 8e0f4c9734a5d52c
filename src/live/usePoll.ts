import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isHeld, onHold } from './hold.ts'
import { Poller, type PollOptions, type PollState } from './poller.ts'

/** The real-time list: every 10 s, the first after 500 ms (spec 1 §9). */
export const REAL_TIME: PollOptions = { every: 10_000, after: 500 }

export interface Poll extends PollState {
  refresh: () => Promise<void>
}

/** Runs `task` for as long as the component is shown, held back while a dialog is open or the tab is hidden. */
export function usePoll(task: (signal: AbortSignal) => Promise<void>, options: PollOptions = REAL_TIME): Poll {
  const latest = useRef(task)
  useEffect(() => {
    latest.current = task
  })
  const [poller] = useState(() => new Poller((signal) => latest.current(signal), options))
  useEffect(() => {
    const hold = () => poller.hold(isHeld() || document.visibilityState === 'hidden')
    hold()
    poller.start()
    document.addEventListener('visibilitychange', hold)
    const release = onHold(hold)
    return () => {
      document.removeEventListener('visibilitychange', hold)
      release()
      poller.stop()
    }
  }, [poller])
  const state = useSyncExternalStore(poller.subscribe, poller.snapshot)
  return { ...state, refresh: poller.refresh }
}
