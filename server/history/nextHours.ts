import type { Transaction } from 'kysely'
import { DAY } from '../../resources/kit/zone.ts'
import type { DeviceHour } from '../quality/judging/judge.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import type { Tables } from '../storage/types.ts'

/** Length of the recent past, ms: the present is judged by these hours. */
const RECENT_MS = 3 * HOUR
/**
 * Largest share of a step that recent hours may take: late data mark recent hours again and again, and older hours that
 * wait must still make progress.
 */
const MAX_RECENT_SHARE = 0.75

/**
 * Returns the dirty hours to roll up next, of those that start before a time (epoch ms), `limit` at most, and whether
 * more may wait. Recent hours come before older ones, however many older ones there are (a restored history, a demo's
 * past); of the older ones the newest day comes first, because screens show it. Within each group the oldest hour comes
 * first: an hour that is rolled up before its predecessor has to be judged again after it.
 */
export async function nextHours(
  trx: Transaction<Tables>,
  { before, limit }: { before: number; limit: number },
): Promise<{ hours: DeviceHour[]; more: boolean }> {
  const now = before - RECENT_MS
  const most = Math.ceil(limit * MAX_RECENT_SHARE)
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
  // Where that day has fewer hours than the limit, all of them are taken, and older hours found above fill the rest.
  const older = newest.filter(({ hour }) => hour <= last - DAY).slice(0, rest - day.length)
  return { hours: [...recent, ...older.toReversed(), ...day], more }
}
