import type { Transaction } from 'kysely'
import type { DeviceHour } from '../quality/judging/judge.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import type { Tables } from '../storage/types.ts'

/** The last whole hours, ms: what is now is judged by them. */
const RECENT_MS = 3 * HOUR
/** How much of a step they may take where more lies back: late data mark them over and over, and the rest moves on all the same. */
const SHARE = 0.75

/**
 * What is rolled up next of the hours that start before a time (epoch ms), `limit` at most, and whether more may wait. Hours that tell of now come before
 * those that lie back, however many these are (a restored history, a demo's past); of both the oldest first: an hour that is rolled up before the one it
 * follows is judged again after it.
 */
export async function nextHours(
  trx: Transaction<Tables>,
  { before, limit }: { before: number; limit: number },
): Promise<{ hours: DeviceHour[]; more: boolean }> {
  const now = before - RECENT_MS
  const most = Math.ceil(limit * SHARE)
  const dirty = trx.selectFrom('dirtyhour').select(['device_id', 'hour']).orderBy('hour').orderBy('device_id')
  const recent = await dirty.where('hour', '>=', now).where('hour', '<', before).limit(most).execute()
  const rest = limit - recent.length
  const old = await dirty.where('hour', '<', now).limit(rest).execute()
  return { hours: [...recent, ...old], more: recent.length === most || old.length === rest }
}
