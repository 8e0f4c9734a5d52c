import { sql, type Selectable } from 'kysely'
import { STATE, type RuleState } from '../../../resources/kit/rule.ts'
import type { Registry } from '../../platform.ts'
import type { InboxRow, Storage, Tables } from '../../storage/types.ts'
import { chunks } from '../chunks.ts'
import { batchIn, type Batch } from '../inbox.ts'
import type { Watch } from '../watch.ts'

type StateRow = Selectable<Tables['alarmstate']>
/** A stored state with the time at which its record fired; null where it has no record. */
export type StoredState = StateRow & { fired_at: number | null }

/** The parts of a rule state without a column of their own: worse limits, and silence. */
type More = Partial<Pick<RuleState, 'rank' | 'worse' | 'silent'>>

/** Returns a watch as it is stored, except for its record. */
export const storedOf = ({
  rule,
  deviceId,
  state,
  since,
  sentAt,
  seenAt,
  ts,
  ...watch
}: Watch): Omit<StateRow, 'log_id'> => ({
  threshold_id: rule.id,
  device_id: deviceId,
  state,
  since,
  sent_at: sentAt,
  seen_at: seenAt,
  ts,
  more: moreOf(watch),
})

function moreOf({ rank, worse, silent }: Pick<RuleState, 'rank' | 'worse' | 'silent'>): string | null {
  const more: More = {
    ...(rank > 0 && { rank }),
    ...(worse.length > 0 && { worse }),
    ...(silent && { silent }),
  }
  return Object.keys(more).length > 0 ? JSON.stringify(more) : null
}

/** Returns the rule state of a stored row. */
export const ruleStateOf = (row: StateRow): Partial<RuleState> => ({
  state: row.state === STATE.alarm ? STATE.alarm : STATE.pending,
  since: row.since,
  seenAt: row.seen_at ?? row.since,
  ts: row.ts ?? row.since,
  ...(row.more !== null && (JSON.parse(row.more) as More)),
})

/**
 * Returns the stored states.
 *
 * @param rules the rules whose states are read; null: all
 */
export function storedStates(
  { read }: Pick<Storage, 'read'>,
  rules: readonly number[] | null = null,
): Promise<StoredState[]> {
  const states = read
    .selectFrom('alarmstate')
    .leftJoin('thresholdlog', 'thresholdlog.id', 'alarmstate.log_id')
    .selectAll('alarmstate')
    .select('thresholdlog.alarm_time as fired_at')
  return (rules === null ? states : states.where('alarmstate.threshold_id', 'in', [...rules])).execute()
}

/**
 * Returns the ids of those of some episodes whose alarm is about silence now, not about a value. Read from what the
 * leader has stored, so that any process can ask.
 */
export async function silentOf(
  { read }: Pick<Storage, 'read'>,
  episodes: readonly { id: number; threshold_id: number; device_id: number }[],
): Promise<ReadonlySet<number>> {
  const silent = new Set<number>()
  for (const some of chunks(episodes)) {
    const pairs = some.map(({ threshold_id, device_id }) => sql`(${sql.lit(threshold_id)}, ${sql.lit(device_id)})`)
    const rows = await read
      .selectFrom('alarmstate')
      .selectAll()
      .where('more', 'is not', null)
      .where(sql<boolean>`(threshold_id, device_id) in (values ${sql.join(pairs)})`)
      .execute()
    for (const row of rows) if (row.log_id !== null && ruleStateOf(row).silent) silent.add(row.log_id)
  }
  return silent
}

/** A row of either table, with null for the columns of the other. */
type Left = (InboxRow & { threshold_id: null }) | (StoredState & { id: null })

/**
 * Reads the inbox, oldest first, and the states as of one moment, in one statement: between two statements a leader may
 * delete what it has judged and write its outcome, and a busy leader never pauses.
 *
 * @param registry samples of devices that it does not know are left out
 */
export async function readUnjudged(
  { read }: Pick<Storage, 'read'>,
  registry: Pick<Registry, 'device'>,
): Promise<{ batches: (Batch & { inbox: string })[]; rows: StoredState[] }> {
  const [number, text] = [sql`cast(null as bigint)`, sql`cast(null as text)`]
  const left = await sql<Left>`
    select id, received_at, samples, ${number} as threshold_id, ${number} as device_id, ${number} as state, ${number} as since, ${number} as sent_at,
      ${number} as log_id, ${number} as seen_at, ${number} as ts, ${text} as more, ${number} as fired_at from alarminbox
    union all select null, null, null, threshold_id, device_id, state, since, sent_at, log_id, seen_at, ts, more,
      (select alarm_time from thresholdlog where thresholdlog.id = alarmstate.log_id) from alarmstate
    order by received_at, id`.execute(read)
  return {
    batches: left.rows.flatMap((row) => (row.threshold_id === null ? [batchIn(row, registry)] : [])),
    rows: left.rows.flatMap((row) => (row.threshold_id === null ? [] : [row])),
  }
}
