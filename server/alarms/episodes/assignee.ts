import type { Transaction } from 'kysely'
import type { ActInput } from '../../../resources/kit/episode.ts'
import { invalid } from '../../errors.ts'
import type { Tables } from '../../storage/types.ts'
import { onCallOf } from '../escalation/book.ts'
import type { EpisodeRow } from './row.ts'

type Trx = Transaction<Tables>

type OnDuty = NonNullable<ActInput['on_call']> & { duty: { name: string; person: string } }

/** An assignee is an enabled user of the episode's project, or a super administrator; of a roster of the project, whoever is on call now. */
export async function checkAssignee(
  trx: Trx,
  row: EpisodeRow,
  { user_id, roster_id }: { user_id: number | null; roster_id: number | null },
  { now, timeZone }: { now: number; timeZone: string },
): Promise<OnDuty | null> {
  if (user_id !== null && !(await fits(trx, row, user_id)))
    throw invalid({ user_id: { key: 'error.episode.assignee' } })
  if (roster_id === null) return null
  const roster = (await onCallOf(trx, [roster_id], now, timeZone)).get(roster_id)
  if (roster?.project_id !== row.project_id) throw invalid({ roster_id: { key: 'error.episode.roster' } })
  const { person } = roster
  if (!person) throw invalid({ roster_id: { key: 'error.episode.nobodyOnCall' } })
  const user = person.user_id
  return {
    contact: person.id,
    user: user !== null && (await fits(trx, row, user)) ? user : null,
    duty: { name: roster.name, person: person.name },
  }
}

async function fits(trx: Trx, row: EpisodeRow, id: number): Promise<boolean> {
  const user = await trx
    .selectFrom('systemuser')
    .select(['project_id', 'super_id', 'disabled'])
    .where('id', '=', id)
    .executeTakeFirst()
  return user !== undefined && user.disabled !== 1 && (user.super_id === 1 || user.project_id === row.project_id)
}
