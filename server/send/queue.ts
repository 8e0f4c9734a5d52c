import { sql } from 'kysely'
import type { Platform } from '../platform.ts'
import { PENDING } from './types.ts'

/** A row claimed by a process that is sending it. Internal to delivery; reported as PENDING. */
export const CLAIMED = -2
/** No channel's number, so that an SQL `in` list is never empty. */
const NONE = 0
const AT_ONCE = 8

/** A message on its way. */
export interface Waiting {
  id: number
  thresholdlog_id: number
  alarm_time: number
  alarm_type: number
  send_url: string
  send_data: string
  project_id: number
  device_id: number
  channel_id: number | null
  message: string | null
  attempts: number
}

/** @param resting channels in cool-down, whose rows stay queued */
export async function claim(
  { storage }: Pick<Platform, 'storage'>,
  resting: readonly number[],
  now = Date.now(),
): Promise<Waiting[]> {
  // `< 0` is what the index of waiting rows knows.
  const waiting = storage.read
    .selectFrom('alarmsendlog')
    .select('id')
    .where('send_ok', '=', PENDING)
    .where('send_ok', '<', 0)
    .where('alarm_type', 'not in', [NONE, ...resting])
    .where((where) => where.or([where('next_at', 'is', null), where('next_at', '<=', now)]))
  if ((await waiting.limit(1).execute()).length === 0) return []
  const locked = storage.engine === 'postgres' ? sql`for update skip locked` : sql``
  return storage.write(async (trx) => {
    const ids = await sql<{
      id: number
    }>`select id from alarmsendlog where send_ok = ${sql.lit(PENDING)} and send_ok < 0 and alarm_type not in (${sql.join([NONE, ...resting])}) and (next_at is null or next_at <= ${sql.lit(now)}) order by id limit ${sql.lit(AT_ONCE)} ${locked}`.execute(
      trx,
    )
    if (ids.rows.length === 0) return []
    return trx
      .updateTable('alarmsendlog')
      .set({ send_ok: CLAIMED, claimed_at: Date.now() })
      .where(
        'id',
        'in',
        ids.rows.map(({ id }) => id),
      )
      .returning([
        'id',
        'thresholdlog_id',
        'alarm_time',
        'alarm_type',
        'send_url',
        'send_data',
        'project_id',
        'device_id',
        'channel_id',
        'message',
        'attempts',
      ])
      .execute()
  })
}

/** Claims older than a moment are waiting again; `< 0` is what the index knows. Claims of before the column have no time. */
export const unclaim = ({ storage }: Pick<Platform, 'storage'>, before: number): Promise<unknown> =>
  storage.write((trx) =>
    trx
      .updateTable('alarmsendlog')
      .set({ send_ok: PENDING })
      .where('send_ok', '=', CLAIMED)
      .where('send_ok', '<', 0)
      .where((where) => where.or([where('claimed_at', 'is', null), where('claimed_at', '<', before)]))
      .execute(),
  )
