import { sql, type RawBuilder } from 'kysely'
import type { Storage } from '../../storage/types.ts'

/** What had fired by then, and lasts or ended later. Of one that fired again its pauses count: when those were stands in its timeline alone. */
export const lasted = (at: number): RawBuilder<boolean> =>
  sql`alarm_time <= ${at} and (is_alarm = 1 or recovered_at > ${at})`

/**
 * What ended after a moment, or has not yet, by the index of ends. Along the index of when they fired, which does not hold their ends, each that fired before
 * is looked up: for a moment of late, nearly all there are. As an array, PostgreSQL reads it before all else, whatever the order of the page.
 */
export function endedAfter({ engine }: Pick<Storage, 'engine'>, at: number): RawBuilder<boolean> {
  const ids = sql`select id from thresholdlog where recovered_at > ${at} union all select id from thresholdlog where recovered_at is null`
  return engine === 'postgres' ? sql`id = any(array(${ids}))` : sql`id in (${ids})`
}

/** From which share of episodes that had fired on they are found by their ends: one of a set costs about thrice as much as one along an index. */
const LATE_SHARE = 0.75

/** Whether so many episodes had fired by a moment that those that ended after it are found sooner: by their ids, which are given as they fire. */
export async function isLate({ read }: Pick<Storage, 'read'>, at: number): Promise<boolean> {
  const one = read.selectFrom('thresholdlog').select('id').limit(1)
  const [last, oldest, newest] = await Promise.all([
    one.where('alarm_time', '<=', at).orderBy('alarm_time', 'desc').executeTakeFirst(),
    one.orderBy('id').executeTakeFirst(),
    one.orderBy('id', 'desc').executeTakeFirst(),
  ])
  if (!last || !oldest || !newest) return false
  return last.id - oldest.id >= LATE_SHARE * (newest.id - oldest.id)
}
