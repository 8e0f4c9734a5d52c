import type { Transaction } from 'kysely'
import { HOUR } from '../storage/dirtyHours.ts'
import type { Storage, Tables } from '../storage/types.ts'

/** An hour of a device whose values changed; `stamp` moves with each change. */
export interface Marked {
  device_id: number
  hour: number
  stamp: number
}

/** Marks of one step. */
const LOOK = 500
/** What came within so long tells of now, ms: the last whole hour, and the one that goes on. */
const RECENT = 3 * HOUR

/** What is worked out next: hours that tell of now before what lies back, however much that is (a restored history, a demo's past); then along the devices. */
export async function nextMarks(db: Storage['read'] | Transaction<Tables>, now: number): Promise<Marked[]> {
  const since = (from: number): Promise<Marked[]> =>
    db
      .selectFrom('environmentdirty')
      .select(['device_id', 'hour', 'stamp'])
      .where('hour', '>=', from)
      .orderBy('device_id')
      .orderBy('hour')
      .limit(LOOK)
      .execute()
  const recent = await since(now - RECENT)
  return recent.length > 0 ? recent : since(0)
}
