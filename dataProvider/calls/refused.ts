import { call } from '../http.ts'
import { readNumber, readText } from '../normalise.ts'

/**
 * Messages of one sender that were refused for the same reason (docs/wire.md, `refused-messages`). Times are epoch ms.
 */
export interface RefusedMessages {
  source: string
  peer: string
  reason: string
  /** The reason in words. */
  text: string
  /** First bytes of the last message. */
  bytes: string
  times: number
  lastAt: number
}

/** Returns the refused messages of a device, or with null those of senders that are no device; the newest first. */
export async function refusedMessages(device: number | null, signal?: AbortSignal): Promise<RefusedMessages[]> {
  const rows = await call('GET', device === null ? 'refusedmessages' : `refusedmessages/${device}`, { signal })
  return Array.isArray(rows)
    ? (rows as Record<string, unknown>[]).map((row) => ({
        source: readText(row['source']),
        peer: readText(row['peer']),
        reason: readText(row['reason']),
        text: readText(row['msg']) || readText(row['reason']),
        bytes: readText(row['bytes']),
        times: readNumber(row['times']) ?? 1,
        lastAt: readNumber(row['last_at']) ?? 0,
      }))
    : []
}
