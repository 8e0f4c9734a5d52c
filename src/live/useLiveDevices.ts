import { useCallback, useEffect, useRef, useState } from 'react'
import type { FeedMessage } from '../../dataProvider/normalise.ts'
import { isAhead } from './ahead.ts'
import { DeviceStore } from './deviceStore.ts'
import type { Poller } from './poller.ts'
import { useOfferStore } from './shared.ts'
import { createStatesSource, type StatesSource } from './statesSource.ts'
import { useFeed, type LiveState } from './useFeed.ts'
import { REAL_TIME, usePoller } from './usePoll.ts'

export interface LiveDevices {
  store: DeviceStore
  poll: Poller
  feed: LiveState
}

/** The devices the user may see, polled every 10 s and moved in between by the feed. Lives and ends with the component, and never draws it again for a poll. */
export function useLiveDevices(): LiveDevices {
  const [store] = useState(() => new DeviceStore())
  useOfferStore(store)
  // Asked for before this page was here, the first answer has had its delay.
  const [timing] = useState(() => (isAhead() ? { ...REAL_TIME, after: 0 } : REAL_TIME))
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
    store.apply(await source.current.load(signal))
  }, timing)
  const feed = useFeed(useCallback((messages: readonly FeedMessage[]) => store.push(messages), [store]))
  return { store, poll, feed }
}
