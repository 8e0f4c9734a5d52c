import type { Selectable } from 'kysely'
import { STATE, type Stand } from '../../../resources/kit/rule.ts'
import type { Registry } from '../../platform.ts'
import type { Storage, Tables } from '../../storage/types.ts'
import { unjudged, type Batch } from '../inbox.ts'
import type { Watch } from '../watch.ts'

export type StoredState = Selectable<Tables['alarmstate']>

/** What of a stand has no column of its own: worse limits, and silence. */
type More = Partial<Pick<Stand, 'rank' | 'worse' | 'silent'>>

/** A watch as it is stored, but for its record. */
export const storedOf = ({
  rule,
  deviceId,
  state,
  since,
  sentAt,
  seenAt,
  ts,
  ...watch
}: Watch): Omit<StoredState, 'log_id'> => ({
  threshold_id: rule.id,
  device_id: deviceId,
  state,
  since,
  sent_at: sentAt,
  seen_at: seenAt,
  ts,
  more: moreOf(watch),
})

function moreOf({ rank, worse, silent }: Pick<Stand, 'rank' | 'worse' | 'silent'>): string | null {
  const more: More = {
    ...(rank > 0 && { rank }),
    ...(worse.length > 0 && { worse }),
    ...(silent && { silent }),
  }
  return Object.keys(more).length > 0 ? JSON.stringify(more) : null
}

/** A stand as a row has it. */
export const standOf = (row: StoredState): Partial<Stand> => ({
  state: row.state === STATE.alarm ? STATE.alarm : STATE.pending,
  since: row.since,
  seenAt: row.seen_at ?? row.since,
  ts: row.ts ?? row.since,
  ...(row.more !== null && (JSON.parse(row.more) as More)),
})

export const storedStates = ({ read }: Storage): Promise<StoredState[]> =>
  read.selectFrom('alarmstate').selectAll().execute()

/** A consistent snapshot of inbox and states: the last transaction of the previous leader may still commit between two reads. */
export async function readLeft(
  storage: Storage,
  registry: Registry,
): Promise<{ batches: (Batch & { inbox: string })[]; rows: StoredState[] }> {
  for (;;) {
    const batches = await unjudged(storage, registry)
    const rows = await storedStates(storage)
    const still = new Set((await storage.read.selectFrom('alarminbox').select('id').execute()).map(({ id }) => id))
    if (batches.every(({ inbox }) => still.has(inbox))) return { batches, rows }
  }
}
