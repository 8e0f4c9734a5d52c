import { readSession } from '../../../authProvider/session.ts'
import { call } from '../../../dataProvider/http.ts'
import { ALL_AREAS, readArea } from '../areaParam.ts'
import { StatesInbox, type OnEarly, type StatesAnswer, type StatesMessage } from './statesInbox.ts'
import type { StatesQuestion } from './statesSource.ts'

/** Sequence number of the prefetched request. */
export const FIRST_SEQUENCE = 1

/** The live page's first request, sent while the page's code is still loading. */
export interface StatesPrefetch {
  worker: Worker
  /** The answer to request FIRST_SEQUENCE; null if the worker failed. */
  answer: Promise<StatesAnswer | null>
  /** The devices that arrived first, as OnEarly takes them; stays pending if there are none. */
  early: Promise<Parameters<OnEarly>>
}

/**
 * Starts the worker and requests the live state and the names, not before `start` + 500 ms (spec 1 §9), `start` in ms
 * of performance.now(). Sends one request; an answer that is not taken soon is dropped.
 */
export function startPrefetch(start: number): void {
  if (prefetched || document.visibilityState === 'hidden') return
  const worker = startWorker()
  if (worker === null) return
  let onEarly: OnEarly = () => {}
  const early = new Promise<Parameters<OnEarly>>((resolve) => (onEarly = (...given) => resolve(given)))
  const answer = new Promise<StatesAnswer | null>((resolve) => {
    const inbox = new StatesInbox(FIRST_SEQUENCE, onEarly)
    worker.addEventListener('message', function collect({ data }: MessageEvent<StatesMessage>) {
      const complete = inbox.take(data)
      if (complete === null) return
      worker.removeEventListener('message', collect)
      resolve(complete)
    })
    for (const type of ['error', 'messageerror']) worker.addEventListener(type, () => resolve(null), { once: true })
  })
  const question = (): StatesQuestion => ({
    seq: FIRST_SEQUENCE,
    lastReceived: 0,
    first: readArea(new URLSearchParams(location.search)) ?? ALL_AREAS,
    token: readSession()?.token ?? null,
    languageTag: document.documentElement.lang,
  })
  const post = () => worker.postMessage(question(), {})
  setTimeout(post, Math.max(0, start + PREFETCH_DELAY_MS - performance.now()))
  names = { areas: call('GET', 'godbDistrictNameList'), gateways: call('GET', 'godbGatewayNameList') }
  // The consumer handles a failure; this only prevents an unhandled rejection before there is one.
  for (const name of Object.values(names)) name.catch(() => {})
  prefetched = { worker, answer, early, at: performance.now() }
}

/** Returns whether a prefetched answer has arrived or is pending. */
export const hasPrefetch = (): boolean => prefetched !== null && performance.now() - prefetched.at < PREFETCH_TTL_MS

/**
 * Returns the worker and its first answer, for one consumer; null if nothing was requested or the answer has expired.
 */
export function takePrefetch(): StatesPrefetch | null {
  const taken = hasPrefetch() ? prefetched : null
  if (taken === null) prefetched?.worker.terminate()
  prefetched = null
  return taken
}

/** Discards the prefetch: the session it was requested with has ended. */
export function dropPrefetch(): void {
  prefetched?.worker.terminate()
  prefetched = null
  names = null
}

/** Returns the lists of areas and gateways as the platform sends them, for one consumer. */
export function takePrefetchedNames(): { areas: Promise<unknown>; gateways: Promise<unknown> } | null {
  const taken = names
  names = null
  return taken
}

/** Starts a worker for the live state; null if none can be started. */
export function startWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null
  try {
    return new Worker(new URL('./states.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return null
  }
}

const PREFETCH_DELAY_MS = 500
const PREFETCH_TTL_MS = 10_000
let prefetched: (StatesPrefetch & { at: number }) | null = null
let names: ReturnType<typeof takePrefetchedNames> = null
