import { randomBytes } from 'node:crypto'
import type { Log } from '../log.ts'
import type { Bus } from '../platform/processes.ts'
import type { Storage } from '../storage/types.ts'

type Listener = (payload: unknown) => void

/** Characters in one part: NOTIFY accepts fewer than 8,000 bytes, and a character of ASCII JSON is one byte. */
const PART = 7000
/**
 * Limit on the characters collected of a message whose parts are still arriving. One message per sender is collected at
 * a time, since a sender's parts arrive in order.
 */
const MAX_CHARS = 32_000_000
/** Most messages kept back; beyond that a gap stands for all of them. */
const MAX_HELD = 1000

/** Opens the bus over a storage's broadcast. */
export function openBus({ storage, log }: { storage: Storage; log: Log }): Bus {
  const listeners = new Map<string, Listener[]>()
  const me = randomBytes(6).toString('hex')
  const parts = new Map<string, string>()
  /** Messages that are kept back; null while they are delivered at once. */
  let held: { kind: string; payload: unknown }[] | null = null

  const dispatch = (kind: string, payload: unknown): void => {
    if (held !== null) {
      held.push({ kind, payload })
      if (held.length > MAX_HELD) held = [{ kind: GAP, payload: null }]
      return
    }
    for (const listener of listeners.get(kind) ?? []) {
      try {
        listener(payload)
      } catch (error) {
        log.error({ err: error, kind }, 'a message of another process could not be processed')
      }
    }
  }
  /** Receives a part: `<sender> <1 when it is the last part> <text>` */
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
      // This process was not listening when a part of the message was sent.
      log.debug({ err: error }, 'a message of another process is incomplete')
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
    // After a reconnect, the other processes may have lost messages of this process too. The first connection has no
    // earlier messages.
    if (heardBefore) publish(GAP, null)
    heardBefore = true
  }
  const broadcast = storage.broadcast(hear, gap, log)
  return {
    alone: broadcast === null,
    publish,
    on: (kind, listener) => void listeners.set(kind, [...(listeners.get(kind) ?? []), listener]),
    hold() {
      held = []
      return () => {
        const kept = held ?? []
        held = null
        for (const { kind, payload } of kept) dispatch(kind, payload)
      }
    },
    ready: broadcast?.ready ?? Promise.resolve(),
    close: async () => broadcast?.close(),
  }
}

export const GAP = 'gap'

/** Escapes every character of JSON beyond ASCII, so that each character is one byte. */
const ascii = (json: string): string =>
  json.replaceAll(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
