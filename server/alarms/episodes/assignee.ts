import type { Transaction } from 'kysely'
import { mayOpen } from '../../../resources/kit/access.ts'
import type { ActInput, WorkState } from '../../../resources/kit/episode.ts'
import { isInScope } from '../../crud/scope.ts'
import { invalid } from '../../errors.ts'
import type { Platform, Registry, UserRow } from '../../platform.ts'
import { CALLER_COLUMNS, callerOf } from '../../session/sessions.ts'
import type { Tables } from '../../storage/types.ts'
import { onCallOf } from '../escalation/book.ts'
import { alarmRecordResource } from '../record.ts'
import { episodeScope } from './list.ts'
import type { EpisodeRow } from './row.ts'

type Trx = Transaction<Tables>

/** What is needed to know where a user may work. */
interface Places {
  registry: Pick<Registry, 'areasBelow'>
}

type Services = Pick<Platform, 'storage'> & Places

/** The columns of a user that decide which episodes the user may work on. */
export const WORKER_COLUMNS = [...CALLER_COLUMNS, 'disabled'] as const

type OnDuty = NonNullable<ActInput['on_call']> & { duty: { name: string; person: string } }

/**
 * Checks an assignee: an enabled user who may work on the episode, since no other user would find it. For a roster,
 * which must be of the episode's project, returns who is on call now. Throws 400.
 */
export async function checkAssignee(
  trx: Trx,
  row: EpisodeRow,
  { user_id, roster_id }: { user_id: number | null; roster_id: number | null },
  { platform, now }: { platform: Services & Pick<Platform, 'settings'>; now: number },
): Promise<OnDuty | null> {
  const fits = (id: number): Promise<boolean> => isThere(platform, trx, row, id)
  if (user_id !== null && !(await fits(user_id))) throw invalid({ user_id: { key: 'error.episode.assignee' } })
  if (roster_id === null) return null
  const roster = (await onCallOf(trx, [roster_id], now, platform.settings.timeZone)).get(roster_id)
  if (roster?.project_id !== row.project_id) throw invalid({ roster_id: { key: 'error.episode.roster' } })
  const { person } = roster
  if (!person) throw invalid({ roster_id: { key: 'error.episode.nobodyOnCall' } })
  const user = person.user_id
  return {
    contact: person.id,
    user: user !== null && (await fits(user)) ? user : null,
    duty: { name: roster.name, person: person.name },
  }
}

/**
 * Returns a state that an episode comes back to, without its assignee where that user may not work on it any more, and
 * so would not find it.
 */
export async function dropInvalidAssignee(
  platform: Services,
  trx: Trx,
  row: EpisodeRow,
  state: WorkState,
): Promise<WorkState> {
  const { work, assignee_id, roster_id } = state
  if (assignee_id === null || roster_id !== null || (await isThere(platform, trx, row, assignee_id))) return state
  return { ...state, work: work === 'closed' ? work : 'new', assignee_id: null, acknowledged_at: null }
}

/**
 * Whether a user exists and may work on an episode. On PostgreSQL an act and a change of that user wait for each other
 * (row lock); on SQLite all writes do.
 */
async function isThere({ registry, storage }: Services, trx: Trx, row: EpisodeRow, id: number): Promise<boolean> {
  const asked = trx.selectFrom('systemuser').select(WORKER_COLUMNS).where('id', '=', id)
  const user = await (storage.engine === 'postgres' ? asked.forShare() : asked).executeTakeFirst()
  return user !== undefined && worksOn({ registry }, user)(row)
}

/** Returns the function that says which episodes a user may work on. */
export function worksOn(
  { registry }: Places,
  user: Pick<UserRow, (typeof WORKER_COLUMNS)[number]>,
): (row: Pick<EpisodeRow, 'project_id' | 'district_id'>) => boolean {
  const caller = callerOf(user)
  if (user.disabled === 1 || !mayOpen(caller, alarmRecordResource.menuKey)) return () => false
  const scope = episodeScope({ registry }, caller)
  return (row) => isInScope({ ...row }, scope)
}
