import { sql, type ExpressionBuilder } from 'kysely'
import type { Platform } from '../platform.ts'
import type { Storage, Tables } from '../storage/types.ts'
import { PENDING } from './types.ts'

/** A row claimed by a process that is sending it. Internal to delivery; reported as PENDING. */
export const CLAIMED = -2
/** No channel's number and no message's id, so that an SQL `in` list is never empty. */
const NONE = 0
const MAX_CLAIMED = 8

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
  /** What a claim is told from a later one by: it moves as the claim is renewed. */
  claimed_at: number
}

/** What is written of a message after an attempt; `next_at` of one that waits again (PENDING), where it is not tried before. */
export type Outcome = Pick<Tables['alarmsendlog'], 'send_ok' | 'next_at'> & { explained: string; attempts: number }

/** What is not to be taken: channels in cool-down, and messages whose outcome is yet to be written, by id. */
export interface LeftAlone {
  channels: readonly number[]
  messages: readonly number[]
}

type Row = ExpressionBuilder<Tables, 'alarmsendlog'>

/** `< 0` is what the index of waiting rows knows. */
const isWaiting =
  ({ channels, messages }: LeftAlone) =>
  (where: Row) =>
    where.and([
      where('send_ok', '=', PENDING),
      where('send_ok', '<', 0),
      where('alarm_type', 'not in', [NONE, ...channels]),
      where('id', 'not in', [NONE, ...messages]),
    ])

/** Takes the oldest messages that wait, at most MAX_CLAIMED: no other process sends them while the claim lasts. */
export async function claim({ storage }: Pick<Platform, 'storage'>, leftAlone: LeftAlone): Promise<Waiting[]> {
  const now = Date.now()
  const waiting = storage.read
    .selectFrom('alarmsendlog')
    .select('id')
    .where(isWaiting(leftAlone))
    .where((where) => where.or([where('next_at', 'is', null), where('next_at', '<=', now)]))
  if ((await waiting.limit(1).execute()).length === 0) return []
  const channels = sql.join([NONE, ...leftAlone.channels])
  const messages = sql.join([NONE, ...leftAlone.messages])
  const locked = storage.engine === 'postgres' ? sql`for update skip locked` : sql``
  return storage.write(async (trx) => {
    const ids = await sql<{
      id: number
    }>`select id from alarmsendlog where send_ok = ${sql.lit(PENDING)} and send_ok < 0 and alarm_type not in (${channels}) and id not in (${messages}) and (next_at is null or next_at <= ${sql.lit(now)}) order by id limit ${sql.lit(MAX_CLAIMED)} ${locked}`.execute(
      trx,
    )
    if (ids.rows.length === 0) return []
    const claimed_at = Date.now()
    const rows = await trx
      .updateTable('alarmsendlog')
      .set({ send_ok: CLAIMED, claimed_at })
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
    return rows.map((row) => ({ ...row, claimed_at }))
  })
}

/** When the next message is tried again, epoch ms; null where none waits for that. */
export async function nextDue({ read }: Pick<Storage, 'read'>, leftAlone: LeftAlone): Promise<number | null> {
  const row = await read
    .selectFrom('alarmsendlog')
    .select((eb) => eb.fn.min('next_at').as('at'))
    .where(isWaiting(leftAlone))
    .executeTakeFirst()
  return row?.at === null || row?.at === undefined ? null : Number(row.at)
}

/** The claims of messages that are being sent yet begin anew, as far as they still hold. */
export async function renew({ storage }: Pick<Platform, 'storage'>, rows: readonly Waiting[]): Promise<void> {
  const claimed_at = Date.now()
  const renewed = await storage.write((trx) =>
    trx
      .updateTable('alarmsendlog')
      .set({ claimed_at })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .where('send_ok', '=', CLAIMED)
      .where('claimed_at', 'in', [...new Set(rows.map((row) => row.claimed_at))])
      .returning('id')
      .execute(),
  )
  const ids = new Set(renewed.map(({ id }) => id))
  for (const row of rows) if (ids.has(row.id)) row.claimed_at = claimed_at
}

/**
 * Writes what became of a claimed message, as often as one likes. One that was sent or given up is so also where the claim has run out, unless
 * another process said so already; it waits again only where nobody else has it by now.
 */
export const conclude = (
  { storage }: Pick<Platform, 'storage'>,
  { id, claimed_at }: Waiting,
  outcome: Outcome,
): Promise<unknown> =>
  storage.write((trx) => {
    const row = trx.updateTable('alarmsendlog').set(outcome).where('id', '=', id).where('send_ok', '<', 0)
    const own = row.where('send_ok', '=', CLAIMED).where('claimed_at', '=', claimed_at)
    return (outcome.send_ok === PENDING ? own : row).execute()
  })

/** Claims older than a moment, but for those of these messages. Claims of before the column have no time. */
const hasRunOut = (before: number, held: readonly number[]) => (where: Row) =>
  where.and([
    where('send_ok', '=', CLAIMED),
    where('send_ok', '<', 0),
    where('id', 'not in', [NONE, ...held]),
    where.or([where('claimed_at', 'is', null), where('claimed_at', '<', before)]),
  ])

/** Whether claims have run out, but for those of these messages. */
export async function anyRunOut(
  { storage }: Pick<Platform, 'storage'>,
  before: number,
  held: readonly number[],
): Promise<boolean> {
  const found = storage.read.selectFrom('alarmsendlog').select('id').where(hasRunOut(before, held))
  return (await found.limit(1).execute()).length > 0
}

/** Claims that have run out, but for those of these messages, wait again. */
export const unclaim = (
  { storage }: Pick<Platform, 'storage'>,
  before: number,
  held: readonly number[] = [],
): Promise<unknown> =>
  storage.write((trx) =>
    trx.updateTable('alarmsendlog').set({ send_ok: PENDING }).where(hasRunOut(before, held)).execute(),
  )
