import type { Storage } from '../../storage/types.ts'
import type { SpanCn } from './spans.ts'

/** The states of a span on the spool. */
export const [WAITS, DONE, DROPPED] = [0, 1, 2] as const

export interface QueuedSpan {
  cn: SpanCn
  subject: number
  ts: number
}

/** Rows in one statement. */
const CHUNK_ROWS = 200

/**
 * Opens the spool of an HJ 212 interface: the spans that it has yet to report. It lies in the database, so that it
 * survives a restart of either side.
 */
export function spoolOf({ read, write }: Pick<Storage, 'read' | 'write'>, id: number) {
  const oldestAndNewest = async (cn: SpanCn): Promise<{ first: number | null; last: number | null }> => {
    const { first, last } = await read
      .selectFrom('northspool')
      .select(({ fn }) => [fn.min<number | null>('ts').as('first'), fn.max<number | null>('ts').as('last')])
      .where('interface_id', '=', id)
      .where('cn', '=', Number(cn))
      .executeTakeFirstOrThrow()
    return { first: first === null ? null : Number(first), last: last === null ? null : Number(last) }
  }
  return {
    oldestAndNewest,
    /** Adds spans. Idempotent: known spans keep their state, so that none is reported twice. */
    async add(spans: readonly QueuedSpan[]): Promise<void> {
      for (let at = 0; at < spans.length; at += CHUNK_ROWS) {
        const rows = spans.slice(at, at + CHUNK_ROWS).map(({ cn, subject, ts }) => ({
          interface_id: id,
          cn: Number(cn),
          subject_id: subject,
          ts,
          state: WAITS,
        }))
        await write((trx) =>
          trx
            .insertInto('northspool')
            .values(rows)
            .onConflict((conflict) => conflict.columns(['interface_id', 'cn', 'subject_id', 'ts']).doNothing())
            .execute(),
        )
      }
    },
    /** Returns those of the given spans (all of one command) that are not on the spool yet. */
    async unknown(spans: readonly QueuedSpan[]): Promise<QueuedSpan[]> {
      const [first, last] = [spans[0], spans.at(-1)]
      if (!first || !last) return []
      const rows = await read
        .selectFrom('northspool')
        .select(['subject_id', 'ts'])
        .where('interface_id', '=', id)
        .where('cn', '=', Number(first.cn))
        .where('ts', '>=', Math.min(...spans.map(({ ts }) => ts)))
        .where('ts', '<=', Math.max(...spans.map(({ ts }) => ts)))
        .execute()
      const known = new Set(rows.map(({ subject_id, ts }) => `${subject_id} ${ts}`))
      return spans.filter(({ subject, ts }) => !known.has(`${subject} ${ts}`))
    },
    /** Returns the oldest waiting spans, days and hours before the minutes of the same moment. */
    async waiting(limit: number): Promise<QueuedSpan[]> {
      const rows = await read
        .selectFrom('northspool')
        .select(['cn', 'subject_id', 'ts'])
        .where('interface_id', '=', id)
        .where('state', '=', WAITS)
        .orderBy('ts')
        .orderBy('cn')
        .orderBy('subject_id')
        .limit(limit)
        .execute()
      return rows.map(({ cn, subject_id, ts }) => ({ cn: String(cn) as SpanCn, subject: subject_id, ts }))
    },
    async settle({ cn, subject, ts }: QueuedSpan, state: 1 | 2): Promise<void> {
      await write((trx) =>
        trx
          .updateTable('northspool')
          .set({ state })
          .where('interface_id', '=', id)
          .where('cn', '=', Number(cn))
          .where('subject_id', '=', subject)
          .where('ts', '=', ts)
          .where('state', '=', WAITS)
          .execute(),
      )
    },
    /** Drops the oldest waiting minutes beyond `most`, but never hours or days. Returns how many were dropped. */
    async bound(most: number): Promise<number> {
      const minutes = read
        .selectFrom('northspool')
        .where('interface_id', '=', id)
        .where('cn', '=', 2051)
        .where('state', '=', WAITS)
      const { total } = await minutes
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const over = Number(total) - most
      if (over <= 0) return 0
      const oldest = await minutes.select('ts').orderBy('ts').limit(over).execute()
      const newest = oldest.at(-1)
      if (!newest) return 0
      const dropped = await write((trx) =>
        trx
          .updateTable('northspool')
          .set({ state: DROPPED })
          .where('interface_id', '=', id)
          .where('cn', '=', 2051)
          .where('state', '=', WAITS)
          .where('ts', '<=', newest.ts)
          .executeTakeFirst(),
      )
      return Number(dropped.numUpdatedRows)
    },
    /**
     * Deletes settled spans older than the range in which late data are looked for, except the newest of each command:
     * it tells where to go on.
     */
    async prune(cn: SpanCn, before: number): Promise<void> {
      const { last } = await oldestAndNewest(cn)
      if (last === null) return
      await write((trx) =>
        trx
          .deleteFrom('northspool')
          .where('interface_id', '=', id)
          .where('cn', '=', Number(cn))
          .where('state', '!=', WAITS)
          .where('ts', '<', Math.min(before, last))
          .execute(),
      )
    },
  }
}

export type Spool = ReturnType<typeof spoolOf>
