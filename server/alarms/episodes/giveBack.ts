import type { Transaction } from 'kysely'
import { actOn } from '../../../resources/kit/episode.ts'
import type { AnyTables, Storage, Tables } from '../../storage/types.ts'
import { writeAct, type ActBody } from './acts.ts'
import { OPEN } from './list.ts'
import { workOf, type EpisodeRow } from './row.ts'

const NOTHING: ActBody = {
  note: null,
  picture: null,
  user_id: null,
  roster_id: null,
  until: null,
  worse: false,
  result: null,
  version: null,
  key: null,
}

/**
 * Gives back the open episodes of a user that may not work on them any more: they would need nobody else, and be found by nobody. In the transaction that
 * changes the user, as an act of whoever does that (`by`, a user's id). What was given to a roster stays the roster's. On PostgreSQL acts under way that give
 * the user something, and whatever else changes those episodes, are waited for.
 */
export async function giveBack(
  { engine }: Pick<Storage, 'engine'>,
  changing: Transaction<AnyTables>,
  userId: number,
  { by, keeps }: { by: number; keeps: (row: EpisodeRow) => boolean },
): Promise<void> {
  const trx = changing as unknown as Transaction<Tables>
  const now = Date.now()
  const waits = engine === 'postgres'
  if (waits) await trx.selectFrom('systemuser').select('id').where('id', '=', userId).forUpdate().execute()
  const theirs = trx
    .selectFrom('thresholdlog')
    .selectAll()
    .where(OPEN)
    .where('assignee_id', '=', userId)
    .where('roster_id', 'is', null)
    .orderBy('id')
  const rows = await (waits ? theirs.forUpdate() : theirs).execute()
  for (const row of rows.filter((each) => !keeps(each))) {
    const before = workOf(row)
    const { state } = actOn('assign', before, { me: by, now, level: row.alert_level, worst_level: null })
    if (state)
      await writeAct(trx, {
        row,
        act: 'assign',
        before,
        state,
        isFalse: false,
        body: NOTHING,
        note: row.note,
        userId: by,
        now,
      })
  }
}
