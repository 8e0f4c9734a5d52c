import { useEffect } from 'react'
import { sharedValue, useSharedValue } from '../kit/hooks/sharedValue.ts'
import type { Poller } from './poller.ts'
import { errorOf } from './usePoll.ts'

/** Whether the live page in view could not read the devices, whose alarms the bell shows; it tries again by itself. */
const failed = sharedValue(false)

/** Tells the bell how a live page's poll stands, for as long as the page is shown. */
export function useTellBell(poll: Poller): void {
  useEffect(() => {
    const update = () => failed.set(errorOf(poll.snapshot()) !== null)
    const leave = poll.subscribe(update)
    update()
    return () => {
      leave()
      failed.set(false)
    }
  }, [poll])
}

export const usePageFailed = (): boolean => useSharedValue(failed)
