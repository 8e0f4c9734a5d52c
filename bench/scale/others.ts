import type { BusBatch } from '../../server/bus/batches.ts'
import { openBus } from '../../server/bus/index.ts'
import { SAMPLES } from '../../server/bus/relay.ts'
import { silentLog } from '../../server/log.ts'
import type { Storage } from '../../server/storage/types.ts'

/** Values sent a second, one for each device. */
export const VALUES_A_SECOND = 5000
/** Interval at which a process sends what it took in (server/bus/batches.ts), ms. */
const BATCH_WINDOW_MS = 100
/** Devices whose values are sent, in turn. */
export const SENDERS = 10_000

/**
 * Simulates devices of all areas but one, as other processes hear of them from the process that takes their samples:
 * nothing is stored. Returns a function that ends it; null where there is no other area.
 */
export async function moveOthers(storage: Storage, area: number): Promise<(() => Promise<void>) | null> {
  const rows = await storage.read
    .selectFrom('device')
    .select('id')
    .where('district_id', '<>', area)
    .orderBy('id')
    .limit(SENDERS)
    .execute()
  if (rows.length === 0) return null
  const bus = openBus({ storage, log: silentLog })
  await bus.ready
  let told = 0
  const timer = setInterval(() => {
    const items = Array.from({ length: (VALUES_A_SECOND * BATCH_WINDOW_MS) / 1000 }, () => {
      const { id = 0 } = rows[told++ % rows.length] ?? {}
      return [id, 0, 1, told % 500]
    })
    const batch: BusBatch = { inbox: null, samples: { from: Date.now(), items } }
    bus.publish(SAMPLES, [batch])
  }, BATCH_WINDOW_MS)
  return async () => {
    clearInterval(timer)
    await bus.close()
  }
}
