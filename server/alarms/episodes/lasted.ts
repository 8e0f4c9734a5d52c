import { sql, type RawBuilder } from 'kysely'
import type { Storage } from '../../storage/types.ts'

/**
 * Returns the condition for episodes that had fired by a moment, and last or ended later. An episode that fired again
 * counts during its pauses too: when those were is only in its timeline.
 */
export const lastingAt = (at: number): RawBuilder<boolean> =>
  sql`alarm_time <= ${at} and (is_alarm = 1 or recovered_at > ${at})`

/**
 * Returns the condition for episodes that ended after a moment, or have not ended, by the index of ends. The index of
 * firings does not hold ends, so along it each earlier firing would be looked up: for a recent moment, nearly all
 * episodes. PostgreSQL evaluates the array before anything else, whatever the order of the page.
 */
export function endingAfter({ engine }: Pick<Storage, 'engine'>, at: number): RawBuilder<boolean> {
  const ids = sql`select id from thresholdlog where recovered_at > ${at} union all select id from thresholdlog where recovered_at is null`
  return engine === 'postgres' ? sql`id = any(array(${ids}))` : sql`id in (${ids})`
}

/**
 * Share of episodes that had fired by a moment, from which on they are found by their ends: one of a set costs about
 * three times as much as one along an index.
 */
const LATE_SHARE = 0.75

/**
 * Whether so many episodes had fired by a moment that those that ended after it are found faster by their ends.
 * Estimated by ids, which are given in the order of firing.
 */
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
