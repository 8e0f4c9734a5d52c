import { sql, type ExpressionBuilder } from 'kysely'
import type { Platform } from '../platform.ts'
import type { Storage, Tables } from '../storage/types.ts'
import { PENDING } from './types.ts'

/** State of a row that a process has claimed and is sending. Internal to delivery; reported as PENDING. */
export const CLAIMED = -2
/** Is neither a channel's number nor a message's id; it keeps an SQL `in` list from being empty. */
const NONE = 0
const MAX_CLAIMED = 8

/** A claimed message. */
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
  /** Identifies the claim: it changes when the claim is renewed, or made again. */
  claimed_at: number
}

/**
 * The columns that are written after an attempt. `next_at` is set where the message waits again (PENDING): it is not
 * tried before.
 */
export type Outcome = Pick<Tables['alarmsendlog'], 'send_ok' | 'next_at'> & { explained: string; attempts: number }

/**
 * What must not be claimed: messages of channels in cool-down, and messages whose outcome is still to be written, by
 * id.
 */
export interface ClaimExclusions {
  channels: readonly number[]
  messages: readonly number[]
}

type Row = ExpressionBuilder<Tables, 'alarmsendlog'>

/** `< 0` matches the condition of the partial index over waiting rows. */
const isWaiting =
  ({ channels, messages }: ClaimExclusions) =>
  (where: Row) =>
    where.and([
      where('send_ok', '=', PENDING),
      where('send_ok', '<', 0),
      where('alarm_type', 'not in', [NONE, ...channels]),
      where('id', 'not in', [NONE, ...messages]),
    ])

/** Claims the oldest waiting messages, at most MAX_CLAIMED: no other process sends them while the claim lasts. */
export async function claim({ storage }: Pick<Platform, 'storage'>, leftAlone: ClaimExclusions): Promise<Waiting[]> {
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

/**
 * Returns when the next waiting message may be tried, epoch ms; null where none waits. 0 is a message that may be tried
 * now: another transaction holds its row, so that it was passed over.
 */
export async function nextDue({ read }: Pick<Storage, 'read'>, leftAlone: ClaimExclusions): Promise<number | null> {
  const row = await read
    .selectFrom('alarmsendlog')
    .select((eb) => eb.fn.min(eb.fn.coalesce('next_at', eb.lit(0))).as('at'))
    .where(isWaiting(leftAlone))
    .executeTakeFirst()
  return row?.at === null || row?.at === undefined ? null : Number(row.at)
}

/** Renews the claims of messages that are still being sent, where this process still holds them. */
export async function renewClaims({ storage }: Pick<Platform, 'storage'>, rows: readonly Waiting[]): Promise<void> {
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
 * Writes the outcome of a claimed message; idempotent. "Sent" and "given up" are written even where the claim has
 * expired, unless another process has written either; "waits again" is written only where this process still holds the
 * claim.
 */
export const writeOutcome = (
  { storage }: Pick<Platform, 'storage'>,
  { id, claimed_at }: Waiting,
  outcome: Outcome,
): Promise<unknown> =>
  storage.write((trx) => {
    const row = trx.updateTable('alarmsendlog').set(outcome).where('id', '=', id).where('send_ok', '<', 0)
    const own = row.where('send_ok', '=', CLAIMED).where('claimed_at', '=', claimed_at)
    return (outcome.send_ok === PENDING ? own : row).execute()
  })

/**
 * Matches claims older than a moment, except those of the `held` messages. Claims from before the column existed have
 * no time.
 */
const hasRunOut = (before: number, held: readonly number[]) => (where: Row) =>
  where.and([
    where('send_ok', '=', CLAIMED),
    where('send_ok', '<', 0),
    where('id', 'not in', [NONE, ...held]),
    where.or([where('claimed_at', 'is', null), where('claimed_at', '<', before)]),
  ])

/** Whether claims have expired, except those of the `held` messages. */
export async function hasExpiredClaims(
  { storage }: Pick<Platform, 'storage'>,
  before: number,
  held: readonly number[],
): Promise<boolean> {
  const found = storage.read.selectFrom('alarmsendlog').select('id').where(hasRunOut(before, held))
  return (await found.limit(1).execute()).length > 0
}

/** Puts messages whose claims have expired back to waiting, except the `held` ones. */
export const unclaim = (
  { storage }: Pick<Platform, 'storage'>,
  before: number,
  held: readonly number[] = [],
): Promise<unknown> =>
  storage.write((trx) =>
    trx.updateTable('alarmsendlog').set({ send_ok: PENDING }).where(hasRunOut(before, held)).execute(),
  )
