import type { Transaction } from 'kysely'
import { DAY, HOUR } from '../../resources/kit/zone.ts'
import type { Storage, Tables } from '../storage/types.ts'

/** An hour of a device whose values changed; `stamp` increases with each change. */
export interface Marked {
  device_id: number
  hour: number
  stamp: number
}

/** Maximum number of marks per step. */
const ROWS_PER_STEP = 500
/** Marks within this time before now concern the present, ms: the last whole hour and the current one. */
const RECENT = 3 * HOUR
/** Number of devices whose last day fills a step. */
const DEVICES_PER_STEP = Math.ceil(ROWS_PER_STEP / (DAY / HOUR))

/**
 * Returns the marks to be handled next: hours of the present before those of the past, however many there are (a
 * restored history, a demo's past). Of the past the newest come first, because screens show them, and a day at a time
 * along the devices, so that a step judges few days again.
 */
export async function nextMarks(db: Storage['read'] | Transaction<Tables>, now: number): Promise<Marked[]> {
  const marks = db.selectFrom('environmentdirty').select(['device_id', 'hour', 'stamp']).limit(ROWS_PER_STEP)
  // Read by an index: without recent marks, none of the others are read.
  const recent = await marks
    .where('hour', '>=', now - RECENT)
    .orderBy('hour')
    .orderBy('device_id')
    .execute()
  if (recent.length > 0) return recent
  // Read by the same index, from its end.
  const newest = await marks.orderBy('hour', 'desc').orderBy('device_id', 'desc').execute()
  const last = newest[0]?.hour
  if (last === undefined) return []
  const devices = newest.filter(({ hour }) => hour === last).slice(0, DEVICES_PER_STEP)
  const day = await marks
    .where(
      'device_id',
      'in',
      devices.map(({ device_id }) => device_id),
    )
    .where('hour', '>', last - DAY)
    .orderBy('device_id')
    .orderBy('hour')
    .execute()
  // Where few hours of that day are marked, others fill the step.
  const taken = new Set(day.map(nameOf))
  return [...day, ...newest.filter((mark) => !taken.has(nameOf(mark)))].slice(0, ROWS_PER_STEP)
}

const nameOf = ({ device_id, hour }: Marked): string => `${device_id} ${hour}`
