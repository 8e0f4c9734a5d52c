import type { Log } from '../../log.ts'
import type { Broadcast } from '../types.ts'
import { keepSession } from './session.ts'

/** Most characters queued for sending; beyond that messages are dropped, and a gap is announced to all processes. */
const MAX_WAITING = 16_000_000

/**
 * Carries messages between the processes of one database by LISTEN and NOTIFY. `gap` is called whenever messages may
 * have been missed: once this process listens, after a reconnect, and after messages of its own were dropped.
 */
export function openBroadcast(
  databaseUrl: string,
  hear: (message: string) => void,
  gap: () => void,
  log: Log,
): Broadcast {
  let waiting: string[] = []
  let size = 0
  let sending: Promise<void> | null = null
  let lossy = false
  let opened = (): void => {}
  const ready = new Promise<void>((resolve) => {
    opened = resolve
  })
  const session = keepSession({
    databaseUrl,
    name: 'environment-console bus',
    log,
    async opened(client) {
      await client.query(`listen ${CHANNEL}`)
      opened()
      gap()
      flush()
    },
    beat: async (client) => void (await client.query('select 1')),
    lost: () => {},
    hear,
  })

  const flush = (): void => {
    if (sending || waiting.length === 0) return
    sending = send().finally(() => {
      sending = null
      if (session.client() !== null) flush()
    })
  }
  const send = async (): Promise<void> => {
    const client = session.client()
    if (client === null) return
    const batch = waiting.splice(0, 100)
    for (const message of batch) size -= message.length
    try {
      await client.query('select pg_notify($1, message) from unnest($2::text[]) as message', [CHANNEL, batch])
    } catch (error) {
      log.warn({ err: error, messages: batch.length }, 'messages to the other processes were lost')
      lossy = true
    }
    if (!lossy || waiting.length > 0) return
    lossy = false
    gap()
  }
  return {
    ready,
    send(message) {
      if (size + message.length > MAX_WAITING) {
        log.warn(
          { messages: waiting.length },
          'messages to the other processes were dropped: the database cannot be reached',
        )
        waiting = []
        size = 0
        lossy = true
        return
      }
      waiting.push(message)
      size += message.length
      flush()
    },
    async close() {
      // Flushes the last messages, unless the connection is down.
      for (let rest = waiting.length; session.client() !== null && (sending ?? rest > 0); rest = waiting.length) {
        flush()
        await sending
      }
      await session.close()
    },
  }
}

const CHANNEL = 'environment_console'
