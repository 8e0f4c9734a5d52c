import { useEffect, useRef, useState } from 'react'
import { DeviceStore } from '../live/deviceStore.ts'
import { SparklineStore } from '../live/sparklines/sparklineStore.ts'
import type { Poller, PollState } from '../live/poller.ts'
import { createStatesSource, type StatesSource } from '../live/states/statesSource.ts'
import { usePoller } from '../live/usePoll.ts'
import { useWake } from './stage/useWake.ts'

/** Poll interval (spec 1 §9), ms. */
export const POLL_INTERVAL_MS = 20_000
/** Data counts as old after this long without an answer, or if the last attempt failed. */
const OLD = 3 * POLL_INTERVAL_MS

/**
 * Returns the devices the user may see, polled every 20 s and at once when the screen wakes. Only the last value of
 * each node is kept: nothing here draws a trend.
 */
export function useScreenDevices(): { store: DeviceStore; poll: Poller } {
  const [store] = useState(() => new DeviceStore(undefined, new SparklineStore(0)))
  const source = useRef<StatesSource | null>(null)
  useEffect(
    () => () => {
      source.current?.close()
      source.current = null
    },
    [],
  )
  const poll = usePoller(async (signal) => {
    source.current ??= createStatesSource()
    return store.prepare(await source.current.load(signal))
  }, TIMING)
  useWake(() => void poll.refresh())
  return { store, poll }
}

/**
 * Why no device is shown before the first answer: it is loading, or the last attempt failed. null after the first
 * answer.
 */
export type MissingReason = 'first' | 'noData' | null

export const missingReasonOf = ({ updatedAt, error }: Pick<PollState, 'updatedAt' | 'error'>): MissingReason =>
  updatedAt !== null ? null : error === null ? 'first' : 'noData'

/** Returns whether the data shown may be outdated. Before the first answer nothing is shown. */
export const isOld = ({ updatedAt, error }: Pick<PollState, 'updatedAt' | 'error'>, now: number): boolean =>
  error !== null || (updatedAt !== null && now - updatedAt > OLD)

const TIMING = { every: POLL_INTERVAL_MS, after: 0 } as const
