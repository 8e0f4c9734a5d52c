import { randomBytes } from 'node:crypto'
import type { Log } from '../log.ts'
import type { Bus } from '../platform/processes.ts'
import type { Storage } from '../storage/types.ts'

type Listener = (payload: unknown) => void

/** NOTIFY takes fewer than 8,000 bytes; a character of JSON in ASCII is one. */
const PART = 7000
/** Messages whose parts are still coming, for each sender: one at a time, since a sender's parts come in order. */
const MAX_CHARS = 32_000_000

/** Opens the bus over a storage. */
export function openBus({ storage, log }: { storage: Storage; log: Log }): Bus {
  const listeners = new Map<string, Listener[]>()
  const me = randomBytes(6).toString('hex')
  const parts = new Map<string, string>()

  const dispatch = (kind: string, payload: unknown): void => {
    for (const listener of listeners.get(kind) ?? []) {
      try {
        listener(payload)
      } catch (error) {
        log.error({ err: error, kind }, 'a message of another process could not be taken in')
      }
    }
  }
  /** `<sender> <1 when it is the last part> <text>` */
  const hear = (message: string): void => {
    const [sender = '', last] = message.split(' ', 2)
    if (sender === me || last === undefined) return
    const text = (parts.get(sender) ?? '') + message.slice(sender.length + last.length + 2)
    if (last === '0' && text.length < MAX_CHARS) return void parts.set(sender, text)
    parts.delete(sender)
    try {
      const { kind, payload } = JSON.parse(text) as { kind: string; payload: unknown }
      dispatch(kind, payload)
    } catch (error) {
      // Part of it came while this process was not listening.
      log.debug({ err: error }, 'a message of another process is not whole')
      dispatch(GAP, null)
    }
  }
  const publish = (kind: string, payload: unknown): void => {
    if (!broadcast) return
    const text = ascii(JSON.stringify({ kind, payload }))
    for (let at = 0; at < text.length; at += PART)
      broadcast.send(`${me} ${at + PART >= text.length ? 1 : 0} ${text.slice(at, at + PART)}`)
  }
  let heardBefore = false
  const gap = (): void => {
    parts.clear()
    dispatch(GAP, null)
    // What this process said may be lost to the others too, but for the first time it says anything.
    if (heardBefore) publish(GAP, null)
    heardBefore = true
  }
  const broadcast = storage.broadcast(hear, gap, log)
  return {
    alone: broadcast === null,
    publish,
    on: (kind, listener) => void listeners.set(kind, [...(listeners.get(kind) ?? []), listener]),
    ready: broadcast?.ready ?? Promise.resolve(),
    close: async () => broadcast?.close(),
  }
}

export const GAP = 'gap'

/** JSON with every character beyond ASCII escaped, so that characters are bytes. */
const ascii = (json: string): string =>
  json.replaceAll(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
