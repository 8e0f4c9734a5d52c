import { useEffect, useSyncExternalStore } from 'react'
import { sharedValue } from './sharedValue.ts'

/** Number of reasons to pause polling: open dialogs. */
const reasons = sharedValue(0)

/** Pauses the page's polls while `open`: for dialogs, menus and sheets (spec 1 §4). */
export function usePausePolls(open: boolean): void {
  useEffect(() => {
    if (!open) return
    reasons.set(reasons.get() + 1)
    return () => reasons.set(reasons.get() - 1)
  }, [open])
}

export const arePollsPaused = (): boolean => reasons.get() > 0

/** Returns a function that unsubscribes. */
export const onPollsPaused = reasons.subscribe

/** Whether the page's polls are paused. */
export const usePollsPaused = (): boolean => useSyncExternalStore(onPollsPaused, arePollsPaused)
