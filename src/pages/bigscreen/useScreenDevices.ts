import { useEffect, useRef, useState } from 'react'
import { DeviceStore } from '../../live/deviceStore.ts'
import { createStatesSource, type StatesSource } from '../../live/statesSource.ts'
import { usePoll, type Poll } from '../../live/usePoll.ts'
import { useWake } from './useWake.ts'

/** Spec 1 §9. */
export const EVERY = 20_000
/** Data is called old after this long without an answer, or where the last try failed. */
const OLD = 3 * EVERY

/** The devices the user may see, polled every 20 s and at once where the screen wakes. */
export function useScreenDevices(): { store: DeviceStore; poll: Poll } {
  const [store] = useState(() => new DeviceStore())
  const source = useRef<StatesSource | null>(null)
  useEffect(
    () => () => {
      source.current?.close()
      source.current = null
    },
    [],
  )
  const poll = usePoll(async (signal) => {
    source.current ??= createStatesSource()
    store.apply(await source.current.load(signal))
  }, TIMING)
  useWake(() => void poll.refresh())
  return { store, poll }
}

/** Whether what is shown may no longer be true. Before the first answer nothing is shown. */
export const isOld = ({ updatedAt, error }: Pick<Poll, 'updatedAt' | 'error'>, now: number): boolean => error !== null || (updatedAt !== null && now - updatedAt > OLD)

const TIMING = { every: EVERY, after: 0 } as const
