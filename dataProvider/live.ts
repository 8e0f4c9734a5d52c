import { call } from './http.ts'
import { readFrame, type FeedMessage } from './normalise.ts'

/** `refused`: the platform turned the token or the subscription down; no further try is made. `closed`: close() was called. */
export type FeedState =
  | { phase: 'connecting' | 'open' | 'refused' | 'closed' }
  | { phase: 'reconnecting'; attempt: number }

export interface FeedOptions {
  /** Address of the feed; without it /v1/ws of this host. */
  url?: string | null
  token: string
  /** A device's sn, or `*`: every device the user may see, where the platform announces `ws-all`. */
  subscribe: string
  onMessages: (messages: FeedMessage[]) => void
  onState?: (state: FeedState) => void
  /** Every text frame as it came, also one that holds no message. */
  onFrame?: (frame: string) => void
}

/**
 * The live feed (wire.md, "Live state and history"): a WebSocket that sends one subscription and hands on what comes. A lost connection is tried again
 * after 1, 2, 4 … 30 s, each shortened by up to half by chance, so that a thousand consoles do not return at once; at once when the network is back.
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
      // An address or a token that no WebSocket takes will not become better.
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

/** The last messages of a device, oldest first, each as the feed sent it: where the platform announces `lastmessages`. */
export async function lastMessages(deviceId: number, signal?: AbortSignal): Promise<string[]> {
  const messages = await call('GET', `lastmessages/${deviceId}`, { signal })
  return Array.isArray(messages) ? messages.map((message) => JSON.stringify(message)) : []
}

/** Milliseconds before a try: doubled each time up to 30 s, less up to half of it by chance. */
export const retryDelay = (attempt: number, chance: number = Math.random()): number =>
  Math.min(1000 * 2 ** (attempt - 1), 30_000) * (1 - chance / 2)

const REFUSED: ReadonlySet<number> = new Set([4401, 4403])

function feedUrl(configured: string | null | undefined): string {
  const address = new URL(configured ?? '/v1/ws', globalThis.location.href)
  address.protocol = address.protocol.replace(/^http/, 'ws')
  return address.href
}
