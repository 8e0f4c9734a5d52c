import { useEffect, useRef, useState } from 'react'
import { DeviceStore } from '../../live/deviceStore.ts'
import type { PollState } from '../../live/poller.ts'
import { sharedStore, useSharedStore } from '../../live/shared.ts'
import { createStatesSource, type StatesSource } from '../../live/states/statesSource.ts'
import { errorOf, usePoller, usePollState } from '../../live/usePoll.ts'
import { usePageFailed } from '../../live/failed.ts'
import { useOfferDevices } from './devices.ts'

/**
 * Interval at which the bell itself polls, ms (spec 1 §9), and its initial delay: the page loads first, and may bring a
 * store.
 */
const POLL_INTERVAL_MS = 60_000
const FIRST_AFTER = 3_000

export interface AlarmStore {
  store: DeviceStore
  /** Whether the store's devices are known. */
  ready: boolean
  /** The last attempt to read the devices failed. */
  failed: boolean
}

/**
 * Returns the live devices for the bell: those of the page in view where it has them; otherwise the bell polls once a
 * minute, never in a hidden tab.
 *
 * @param allowed whether the reader may see the devices; if not, they are never requested
 */
export function useAlarmStore(allowed: boolean): AlarmStore {
  const shared = useSharedStore()
  const [own] = useState(() => new DeviceStore())
  const [loaded, setLoaded] = useState(false)
  const source = useRef<StatesSource | null>(null)
  useEffect(() => {
    if (shared === null) return
    // When the page closes, its devices are kept until the bell's own next answer, since the bell's last answer is
    // older.
    return () => {
      close(source)
      if (shared.size() === 0) return
      own.apply({ full: true, devices: [...shared.all()], removed: [], values: new Float64Array() })
      setLoaded(true)
    }
  }, [shared, own])
  useEffect(() => () => close(source), [])
  const poll = usePoller(
    async (signal) => {
      if (!allowed || sharedStore() !== null) return
      source.current ??= createStatesSource()
      const apply = await own.prepare(await source.current.load(signal))
      return () => {
        apply()
        setLoaded(true)
      }
    },
    { every: POLL_INTERVAL_MS, after: FIRST_AFTER },
  )
  const ownFailed = usePollState(poll, hasFailed)
  const pageFailed = usePageFailed()
  const known =
    shared === null
      ? { store: own, ready: loaded, failed: ownFailed }
      : { store: shared, ready: shared.index() > 0, failed: pageFailed }
  useOfferDevices(known.ready ? known.store : null)
  return known
}

const hasFailed = (state: PollState): boolean => errorOf(state) !== null

function close(source: { current: StatesSource | null }): void {
  source.current?.close()
  source.current = null
}
