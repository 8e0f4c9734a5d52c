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
const ROWS_PER_STEP = 500
/** What came within so long tells of now, ms: the last whole hour, and the one that goes on. */
const RECENT = 3 * HOUR

/** What is worked out next: hours that tell of now before what lies back, however much that is (a restored history, a demo's past); then along the devices. */
export async function nextMarks(db: Storage['read'] | Transaction<Tables>, now: number): Promise<Marked[]> {
  const marks = db.selectFrom('environmentdirty').select(['device_id', 'hour', 'stamp']).limit(ROWS_PER_STEP)
  // By an index of their own: where there are none, nothing of the rest is read.
  const recent = await marks
    .where('hour', '>=', now - RECENT)
    .orderBy('hour')
    .orderBy('device_id')
    .execute()
  return recent.length > 0 ? recent : marks.orderBy('device_id').orderBy('hour').execute()
}
