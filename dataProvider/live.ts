import { call } from './http.ts'
import { readFrame, type FeedMessage } from './normalise.ts'

/**
 * State of the feed. `refused`: the platform refused the token or the subscription; the feed does not reconnect.
 * `closed`: close() was called.
 */
export type FeedState =
  | { phase: 'connecting' | 'open' | 'refused' | 'closed' }
  | { phase: 'reconnecting'; attempt: number }

export interface FeedOptions {
  /** Address of the feed; /v1/ws of this host by default. */
  url?: string | null
  token: string
  /** A device's sn, or `*` for every device the user may see, if the platform announces `ws-all`. */
  subscribe: string
  onMessages: (messages: FeedMessage[]) => void
  onState?: (state: FeedState) => void
  /** Called with every text frame as it was received, including frames that hold no message. */
  onFrame?: (frame: string) => void
}

/**
 * Opens the live feed (wire.md, "Live state and history"): a WebSocket that sends one subscription and passes on the
 * messages. Reconnects with exponential backoff after 1, 2, 4 … 30 s, each delay shortened by up to half at random, so
 * that a thousand consoles do not return at once; reconnects immediately when the browser is online again.
 */
export function openFeed({ url, token, subscribe, onMessages, onState, onFrame }: FeedOptions): { close(): void } {
  let socket: WebSocket | null = null
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  const end = (phase: 'refused' | 'closed'): void => {
    ended = true
    clearTimeout(timer)
    globalThis.removeEventListener?.('online', again)
    onState?.({ phase })
  }
  const retry = (): void => {
    attempt++
    onState?.({ phase: 'reconnecting', attempt })
    timer = setTimeout(connect, retryDelay(attempt))
  }
  const again = (): void => {
    if (ended || socket !== null) return
    clearTimeout(timer)
    connect()
  }
  const connect = (): void => {
    let opened: WebSocket
    try {
      opened = new WebSocket(feedUrl(url), ['console.v1', `bearer.${token}`])
    } catch {
      // An address or a token that the WebSocket constructor rejects stays invalid: retrying is useless.
      end('refused')
      return
    }
    socket = opened
    opened.addEventListener('open', () => {
      attempt = 0
      opened.send(subscribe)
      onState?.({ phase: 'open' })
    })
    opened.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (typeof event.data !== 'string') return
      onFrame?.(event.data)
      const messages = readFrame(event.data)
      if (messages.length > 0) onMessages(messages)
    })
    opened.addEventListener('close', (event) => {
      socket = null
      if (ended) return
      if (REFUSED.has(event.code)) end('refused')
      else retry()
    })
  }

  onState?.({ phase: 'connecting' })
  globalThis.addEventListener?.('online', again)
  connect()
  return {
    close() {
      if (ended) return
      end('closed')
      socket?.close(1000)
    },
  }
}

/**
 * Returns the last messages of a device, oldest first, each as the feed sent it; for platforms that announce
 * `lastmessages`.
 */
export async function lastMessages(deviceId: number, signal?: AbortSignal): Promise<string[]> {
  const messages = await call('GET', `lastmessages/${deviceId}`, { signal })
  return Array.isArray(messages) ? messages.map((message) => JSON.stringify(message)) : []
}

/** Delay before a reconnect, ms: doubled with each attempt up to 30 s, less up to half of it at random. */
export const retryDelay = (attempt: number, chance: number = Math.random()): number =>
  Math.min(1000 * 2 ** (attempt - 1), 30_000) * (1 - chance / 2)

const REFUSED: ReadonlySet<number> = new Set([4401, 4403])

function feedUrl(configured: string | null | undefined): string {
  const address = new URL(configured ?? '/v1/ws', globalThis.location.href)
  address.protocol = address.protocol.replace(/^http/, 'ws')
  return address.href
}
