import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { arePollsPaused, onPollsPaused } from '../kit/hooks/pausePolls.ts'
import { Poller, type PollOptions, type PollState, type PollTask } from './poller.ts'

/** The real-time list: every 10 s, the first after 500 ms (spec 1 §9). */
export const REAL_TIME: PollOptions = { every: 10_000, after: 500 }

export interface Poll extends PollState {
  refresh: () => Promise<void>
}

/** A poll and how it stands; the component is drawn again whenever a try begins or ends. */
export function usePoll(task: (signal: AbortSignal) => Promise<void>, options: PollOptions = REAL_TIME): Poll {
  const poller = usePoller(task, options)
  return { ...usePollState(poller), refresh: poller.refresh }
}

/** How a poll stands, or the part of it that `read` takes: the component is drawn again when that part changed. `read` gives nothing newly made. */
export function usePollState(poller: Poller): PollState
export function usePollState<T>(poller: Poller, read: (state: PollState) => T): T
export function usePollState(poller: Poller, read: (state: PollState) => unknown = entireState): unknown {
  return useSyncExternalStore(poller.subscribe, () => read(poller.snapshot()))
}

/** Whether there was an answer yet. */
export const isLoaded = ({ updatedAt }: PollState): boolean => updatedAt !== null
/** Why the last try failed; null when it did not. */
export const errorOf = ({ error }: PollState): unknown => error

/**
 * Runs `task` for as long as the component is shown, held back while a dialog is open or the tab is hidden. While somebody scrolls, reading 10,000 devices
 * would cost frames: what is due waits for the page to rest. The component itself is drawn again for nothing that happens: who shows how the poll
 * stands asks with usePollState, as far down the page as can be.
 */
export function usePoller(task: PollTask, options: PollOptions = REAL_TIME): Poller {
  const latest = useRef(task)
  useEffect(() => {
    latest.current = task
  })
  const [poller] = useState(() => new Poller((signal) => latest.current(signal), options, isScrolling))
  useEffect(() => {
    const hold = () => poller.hold(arePollsPaused() || document.visibilityState === 'hidden')
    hold()
    poller.start()
    document.addEventListener('visibilitychange', hold)
    const release = onPollsPaused(hold)
    const unwatch = watchScrolling()
    return () => {
      document.removeEventListener('visibilitychange', hold)
      release()
      unwatch()
      poller.stop()
    }
  }, [poller])
  return poller
}

const entireState = (state: PollState): PollState => state

/** How long after its last move a list counts as still, ms: who looks for something scrolls in turns, with short looks between them. */
const STILL_AFTER_MS = 1000

let users = 0
let moved = -Infinity

/** Takes note of what is scrolled anywhere in the page, until the function it gives is called. */
function watchScrolling(): () => void {
  if (users++ === 0) document.addEventListener('scroll', note, LISTENING)
  return () => {
    if (--users === 0) document.removeEventListener('scroll', note, LISTENING)
  }
}

/** Whether something is being scrolled just now, as far as somebody watches. */
const isScrolling = (): boolean => performance.now() - moved < STILL_AFTER_MS

const LISTENING = { capture: true, passive: true } as const

function note(): void {
  moved = performance.now()
}
