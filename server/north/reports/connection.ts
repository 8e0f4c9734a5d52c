import type { SendOutcome } from '../send.ts'
import { openLink, type Link, type LinkOptions } from './link.ts'

/** Longest backoff between attempts to connect, ms. */
const MAX_RETRY_MS = 60_000

/** State of the connection; `since` is when it began, epoch ms. */
type ConnectionState =
  /** The next attempt is due at `retryAt`, epoch ms. */
  | { at: 'down'; since: number; retryAt: number }
  | { at: 'connecting'; since: number }
  | { at: 'up'; since: number; link: Link }

export interface ConnectionOptions extends Omit<LinkOptions, 'onEnd'> {
  /** Backoff after the first failure, doubled with each further one, ms. */
  retry: number
  onUp(): void
  /** Is called when the connection could not be made or has ended, with the reason. */
  onDown(why: SendOutcome): void
}

export interface Connection {
  /** Returns the link while the connection is up, else null. */
  link(): Link | null
  /** Whether an attempt to connect is due. */
  isDue(now: number): boolean
  /** Tries once to connect. Never rejects: onUp or onDown reports the result. */
  connect(): Promise<void>
  /**
   * Resets the backoff, once spans have left the spool or real-time data were acknowledged: the next failure starts
   * from the first delay.
   */
  reset(): void
  since(): number
  close(): void
}

/** Creates the connection of an interface, which is made again after it ends. */
export function createConnection({ retry, onUp, onDown, ...options }: ConnectionOptions): Connection {
  let state: ConnectionState = { at: 'down', since: Date.now(), retryAt: 0 }
  let failures = 0

  const lost = (why: SendOutcome): void => {
    const now = Date.now()
    state = { at: 'down', since: now, retryAt: now + Math.min(retry * 2 ** Math.min(failures++, 20), MAX_RETRY_MS) }
    onDown(why)
  }
  return {
    link: () => (state.at === 'up' ? state.link : null),
    isDue: (now) => state.at === 'down' && now >= state.retryAt,
    async connect() {
      state = { at: 'connecting', since: state.since }
      try {
        const link = await openLink({ ...options, onEnd: lost })
        if (options.signal.aborted) return link.close()
        state = { at: 'up', since: Date.now(), link }
        onUp()
      } catch (error) {
        lost(error as SendOutcome)
      }
    },
    reset() {
      failures = 0
    },
    since: () => state.since,
    close() {
      if (state.at === 'up') state.link.close()
    },
  }
}
