import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { arePollsPaused, onPollsPaused } from '../kit/hooks/pausePolls.ts'
import { Poller, type PollOptions, type PollState, type PollTask } from './poller.ts'

/** The real-time list: every 10 s, the first after 500 ms (spec 1 §9). */
export const REAL_TIME: PollOptions = { every: 10_000, after: 500 }

export interface Poll extends PollState {
  refresh: () => Promise<void>
}

/** Returns a poll and its state; the component renders again whenever an attempt begins or ends. */
export function usePoll(task: (signal: AbortSignal) => Promise<void>, options: PollOptions = REAL_TIME): Poll {
  const poller = usePoller(task, options)
  return { ...usePollState(poller), refresh: poller.refresh }
}

/**
 * Returns the state of a poll, or the part of it that `read` selects: the component renders again when that part
 * changed. `read` must not return a new object each time.
 */
export function usePollState(poller: Poller): PollState
export function usePollState<T>(poller: Poller, read: (state: PollState) => T): T
export function usePollState(poller: Poller, read: (state: PollState) => unknown = entireState): unknown {
  return useSyncExternalStore(poller.subscribe, () => read(poller.snapshot()))
}

/** Whether any answer has arrived yet. */
export const isLoaded = ({ updatedAt }: PollState): boolean => updatedAt !== null
/** The error of the last attempt; null if it succeeded. */
export const errorOf = ({ error }: PollState): unknown => error

/**
 * Runs `task` for as long as the component is shown, paused while a dialog is open or the tab is hidden. While the user
 * scrolls, reading 10,000 devices would cost frames: a due run waits until scrolling stops. The component itself is not
 * rendered again by the poll: components that show its state call usePollState, as deep in the tree as possible.
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

/**
 * How long after its last move a list counts as still, ms: a user who looks for something scrolls in bursts, with short
 * pauses between them.
 */
const STILL_AFTER_MS = 1000

let users = 0
let moved = -Infinity

/** Records scrolling anywhere in the page until the returned function is called. */
function watchScrolling(): () => void {
  if (users++ === 0) document.addEventListener('scroll', note, LISTENING)
  return () => {
    if (--users === 0) document.removeEventListener('scroll', note, LISTENING)
  }
}

/** Whether the page is being scrolled, as long as a poll watches scrolling. */
const isScrolling = (): boolean => performance.now() - moved < STILL_AFTER_MS

const LISTENING = { capture: true, passive: true } as const

function note(): void {
  moved = performance.now()
}
