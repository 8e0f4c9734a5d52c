import { useEffect, useSyncExternalStore } from 'react'
import { sharedValue } from './sharedValue.ts'

/** How many reasons there are to hold the polls back: open dialogs. */
const reasons = sharedValue(0)

/** Holds the polls of the page back while `open`: for dialogs, menus and sheets (spec 1 §4). */
export function usePausePolls(open: boolean): void {
  useEffect(() => {
    if (!open) return
    reasons.set(reasons.get() + 1)
    return () => reasons.set(reasons.get() - 1)
  }, [open])
}

export const arePollsPaused = (): boolean => reasons.get() > 0

/** Answers how to stop listening. */
export const onPollsPaused = reasons.subscribe

/** Whether the polls of the page are held back. */
export const usePollsPaused = (): boolean => useSyncExternalStore(onPollsPaused, arePollsPaused)
