import type { LiveDevice, Platform } from '../platform.ts'
import { payloadOf, type Interface } from './payload.ts'
import { nextResult, resultsOf, storeResult } from './results.ts'
import { send } from './send.ts'

/**
 * Pushes at once the part of an interface that the caller may see, where its other devices lie outside the caller's
 * areas. The interface's own schedule and count of failures stay as they were: only the result of this push is stored.
 */
export async function pushPart(
  platform: Platform,
  row: Interface,
  shown: (device: LiveDevice) => boolean,
): Promise<void> {
  const { storage, settings } = platform
  const now = Date.now()
  const { body, type } = await payloadOf(platform, row, now, shown)
  const outcome = await send({ url: row.url, body, type, allowPrivate: settings.northAllowPrivate })
  const old = await storage.read
    .selectFrom('northstate')
    .selectAll()
    .where('interface_id', '=', row.id)
    .executeTakeFirst()
  const { last_at, last_ok, last_result } = nextResult(undefined, outcome, now, row.run_interval * 1000)
  const stored = await storeResult(
    storage,
    row.id,
    { last_at, last_ok, last_result, failures: old?.failures ?? 0, next_at: old?.next_at ?? now },
    old?.next_at ?? null,
  )
  if (stored) resultsOf(platform).set(row.id, stored)
}
