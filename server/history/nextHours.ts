import type { Transaction } from 'kysely'
import { DAY } from '../../resources/kit/zone.ts'
import type { DeviceHour } from '../quality/judging/judge.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import type { Tables } from '../storage/types.ts'

/** The last whole hours, ms: what is now is judged by them. */
const RECENT_MS = 3 * HOUR
/** How much of a step they may take where more lies back: late data mark them over and over, and the rest moves on all the same. */
const SHARE = 0.75

/**
 * What is rolled up next of the hours that start before a time (epoch ms), `limit` at most, and whether more may wait. Hours that tell of now come before
 * those that lie back, however many these are (a restored history, a demo's past), and of those the newest day before older ones, for that is what screens
 * show. Within each the oldest first: an hour that is rolled up before the one it follows is judged again after it.
 */
export async function nextHours(
  trx: Transaction<Tables>,
  { before, limit }: { before: number; limit: number },
): Promise<{ hours: DeviceHour[]; more: boolean }> {
  const now = before - RECENT_MS
  const most = Math.ceil(limit * SHARE)
  const dirty = trx.selectFrom('dirtyhour').select(['device_id', 'hour'])
  const inOrder = dirty.orderBy('hour').orderBy('device_id')
  const recent = await inOrder.where('hour', '>=', now).where('hour', '<', before).limit(most).execute()
  const rest = limit - recent.length
  const newest = await dirty
    .where('hour', '<', now)
    .orderBy('hour', 'desc')
    .orderBy('device_id', 'desc')
    .limit(rest)
    .execute()
  const more = recent.length === most || newest.length === rest
  const last = newest[0]?.hour
  if (last === undefined) return { hours: recent, more }
  const day = await inOrder
    .where('hour', '>', last - DAY)
    .where('hour', '<', now)
    .limit(rest)
    .execute()
  // Where that day leaves room all of it is taken, and what was found beyond it.
  const older = newest.filter(({ hour }) => hour <= last - DAY).slice(0, rest - day.length)
  return { hours: [...recent, ...older.toReversed(), ...day], more }
}
