import { useEffect } from 'react'
import { sharedValue, useSharedValue } from '../kit/hooks/sharedValue.ts'
import type { Poller } from './poller.ts'
import { errorOf } from './usePoll.ts'

/** Whether the live page in view failed to read the devices whose alarms the bell shows. The page retries by itself. */
const failed = sharedValue(false)

/** Reports the state of a live page's poll to the bell for as long as the page is shown. */
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
