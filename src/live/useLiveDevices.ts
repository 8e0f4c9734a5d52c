import { useCallback, useEffect, useRef, useState } from 'react'
import type { DeviceState, FeedMessage } from '../../dataProvider/normalise.ts'
import { hasPrefetch } from './states/statesPrefetch.ts'
import { platformNow } from '../../dataProvider/clock.ts'
import { areFirst } from './deviceList.ts'
import { DeviceStore } from './deviceStore.ts'
import { SparklineStore } from './sparklines/sparklineStore.ts'
import type { Poller } from './poller.ts'
import { useOfferStore } from './shared.ts'
import { createStatesSource, type StatesSource } from './states/statesSource.ts'
import { useFeed, type LiveState } from './useFeed.ts'
import { REAL_TIME, usePoller } from './usePoll.ts'

export interface LiveDevices {
  store: DeviceStore
  /**
   * Lists the devices that came first while the first answer is on the way, where they are the first of the list too: to show, not to count. `store`
   * has them by id.
   */
  early: DeviceStore
  poll: Poller
  feed: LiveState
}

/** What sparklines are drawn of: kept from page to page. A sign-in begins with a page of its own, and with none. */
const sparklines = new SparklineStore()

/** The devices the user may see, polled every 10 s and moved in between by the feed. Lives and ends with the component, and never draws it again for a poll. */
export function useLiveDevices(): LiveDevices {
  const [store] = useState(() => new DeviceStore(undefined, sparklines))
  const [early] = useState(() => new DeviceStore(undefined, sparklines))
  useOfferStore(store)
  // Asked for before this page was here, the first answer has had its delay.
  const [timing] = useState(() => (hasPrefetch() ? { ...REAL_TIME, after: 0 } : REAL_TIME))
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
    const onEarly = (devices: readonly DeviceState[]) => {
      // Others would take their places once the whole answer is there.
      if (!areFirst(devices, platformNow())) return
      store.preview(devices)
      early.apply({ full: true, devices: [...devices], removed: [], values: new Float64Array() })
    }
    const changes = await source.current.load(signal, store.index() === 0 ? onEarly : undefined)
    return () => store.apply(changes)
  }, timing)
  const feed = useFeed(useCallback((messages: readonly FeedMessage[]) => store.push(messages), [store]))
  return { store, early, poll, feed }
}
