import type { SendOutcome } from '../send.ts'
import { openLink, type Link, type LinkOptions } from './link.ts'

/** The backoff between attempts to connect is never longer, ms. */
const MAX_RETRY_MS = 60_000

/** `since` is the moment from which the connection stands, or does not; epoch ms. */
type ConnectionState =
  /** The next attempt is due at `retryAt`, epoch ms. */
  | { at: 'down'; since: number; retryAt: number }
  | { at: 'connecting'; since: number }
  | { at: 'up'; since: number; link: Link }

export interface ConnectionOptions extends Omit<LinkOptions, 'onEnd'> {
  /** Backoff after the first failure, doubled with every further one, ms. */
  retry: number
  onUp(): void
  /** It could not be made, or has ended: why. */
  onDown(why: SendOutcome): void
}

export interface Connection {
  /** The link while the connection stands, else null. */
  link(): Link | null
  /** Whether to connect now. */
  isDue(now: number): boolean
  /** Tries once to connect. Never rejects: what became of it is told by onUp or onDown. */
  connect(): Promise<void>
  /** Data came through: the backoff begins anew with the next failure. */
  reset(): void
  since(): number
  close(): void
}

/** The connection of an interface, which is made anew where it ends. */
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
