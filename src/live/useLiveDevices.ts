import { useCallback, useEffect, useRef, useState } from 'react'
import type { FeedMessage } from '../../dataProvider/normalise.ts'
import { ALL_AREAS } from './areaParam.ts'
import type { OnEarly } from './states/statesInbox.ts'
import { hasPrefetch } from './states/statesPrefetch.ts'
import { platformNow } from '../../dataProvider/clock.ts'
import { areFirst } from './listOrder.ts'
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
   * Holds the devices that arrived first while the first answer is arriving, if they are also the first of the list: to
   * be shown, not counted. `store` has them by id.
   */
  early: DeviceStore
  poll: Poller
  feed: LiveState
}

/** The values for sparklines, kept from page to page. A sign-in loads a new document and so starts empty. */
const sparklines = new SparklineStore()

/**
 * Returns the devices the user may see, polled every 10 s and updated in between by the feed. Exists as long as the
 * component, and never renders it again for a poll. The devices of the area `first` arrive first.
 */
export function useLiveDevices(first: number = ALL_AREAS): LiveDevices {
  const [store] = useState(() => new DeviceStore(undefined, sparklines))
  const [early] = useState(() => new DeviceStore(undefined, sparklines))
  useOfferStore(store)
  // A prefetched first answer has had its delay already.
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
    const onEarly: OnEarly = (devices, isUrgentFirst) => {
      // Otherwise other devices would take their places once the whole answer has arrived.
      if (!isUrgentFirst && !areFirst(devices, platformNow())) return
      store.preview(devices)
      early.apply({ full: true, devices: [...devices], removed: [], values: new Float64Array() })
    }
    return store.prepare(await source.current.load(signal, store.index() === 0 ? { onEarly, first } : undefined))
  }, timing)
  const feed = useFeed(useCallback((messages: readonly FeedMessage[]) => store.push(messages), [store]))
  return { store, early, poll, feed }
}
