import { sql, type RawBuilder } from 'kysely'
import type { Caller } from '../../../resources/kit/access.ts'
import { readRoster } from '../../../resources/kit/duty/record.ts'
import { dutyAt } from '../../../resources/kit/duty/roster.ts'
import type { WorkState } from '../../../resources/kit/episode.ts'
import { zoneOf } from '../../../resources/kit/zone.ts'
import type { Platform } from '../../platform.ts'
import { peopleOf } from '../escalation/book.ts'

/** Whose "mine" is meant, and when "now" is. */
export interface Viewer {
  user: number
  /** Rosters that the user is on call for now, and rosters that another user is on call for. */
  rosters: readonly number[]
  others: readonly number[]
  now: number
  /** Epoch ms of the platform's last midnight. */
  midnight: number
}

/**
 * Returns the viewer for a caller. Episodes of a roster pass on with its handover. At most three queries, one for a
 * caller who is no contact.
 */
export async function viewerOf(
  { storage, settings }: Pick<Platform, 'storage' | 'settings'>,
  caller: Caller,
  now = Date.now(),
): Promise<Viewer> {
  const zone = zoneOf(settings.timeZone)
  const contacts = await storage.read
    .selectFrom('alarminfo')
    .select(['id', 'project_id'])
    .where('user_id', '=', caller.id)
    .execute()
  const projects = [...new Set(contacts.flatMap(({ project_id }) => project_id ?? []))]
  const rows =
    projects.length === 0
      ? []
      : await storage.read.selectFrom('alarmroster').selectAll().where('project_id', 'in', projects).execute()
  const duties = rows.map((row) => {
    const roster = readRoster({ ...row })
    return { id: row.id, person: (roster && dutyAt(roster, now, zone)?.person) ?? null }
  })
  const people = await peopleOf(
    storage.read,
    duties.map(({ person }) => person),
  )
  const isOf = (wanted: (user: number) => boolean): number[] =>
    duties.flatMap(({ id, person }) => {
      const user = people.get(person ?? 0)?.user_id ?? null
      return user !== null && wanted(user) ? [id] : []
    })
  return {
    user: caller.id,
    rosters: isOf((user) => user === caller.id),
    others: isOf((user) => user !== caller.id),
    now,
    midnight: zone.startOf(zone.day(now)),
  }
}

/**
 * Returns the condition for a viewer's own episodes: assigned to the viewer, or to a roster that the viewer is on call
 * for now; after the handover they belong to the next person on call.
 */
export function ownEpisodes({ user, rosters, others }: Viewer): RawBuilder<boolean> {
  const given = sql<boolean>`assignee_id = ${user}`
  const kept =
    others.length === 0
      ? given
      : sql<boolean>`(${given} and (roster_id is null or roster_id not in (${sql.join(others)})))`
  return rosters.length === 0 ? kept : sql<boolean>`(${kept} or roster_id in (${sql.join(rosters)}))`
}

/** Whether one episode is the viewer's own, as `ownEpisodes` says in SQL. */
export function isMine(
  { assignee_id, roster_id }: Pick<WorkState, 'assignee_id' | 'roster_id'>,
  { user, rosters, others }: Viewer,
): boolean {
  const isAmong = (some: readonly number[]): boolean => roster_id !== null && some.includes(roster_id)
  return isAmong(rosters) || (assignee_id === user && !isAmong(others))
}
