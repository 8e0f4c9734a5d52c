import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { assigneesOf, EPISODES } from '../../../../dataProvider/episodes/calls.ts'
import { namesQuery, type NamesAnswer } from '../../../../dataProvider/names.ts'
import { readText } from '../../../../dataProvider/normalise.ts'
import { roster } from '../../../../resources/roster.ts'
import { user } from '../../../../resources/user.ts'
import { useExtensions, useMe } from '../../../kit/index.ts'
import type { ComboOption } from '../../../kit/layers/Combo.tsx'

const usersOf = ({ data }: NamesAnswer) =>
  data.map((row) => ({ id: row.id, name: readText(row['nickname']) || readText(row['username']) || `#${row.id}` }))

const rostersOf = ({ data }: NamesAnswer) =>
  data.map((row) => ({ id: row.id, name: readText(row['name']) || `#${row.id}`, project: row['project_id'] }))

interface Wanted {
  /** Project whose rosters are offered; 'all': the rosters of all projects; null: none. */
  project: number | 'all' | null
  /** Names of projects, to tell rosters of the same name apart. */
  projects?: readonly ComboOption[]
  /**
   * Ids of the episodes to be assigned: where the platform tells, only users who may work on all of them are offered;
   * otherwise all users.
   */
  episodes?: readonly number[]
}

/**
 * Returns the possible assignees of an episode: the reader first, users whose names the reader may know and, where the
 * platform has rosters, the rosters, whose numbers in the list are negative. `error` says why a request failed, and
 * `retry` repeats the failed ones. While it is unknown who may work on the episodes because that request failed, all
 * users are offered, and the platform refuses an unsuitable one.
 */
export function useAssignees({ project, projects = [], episodes = [] }: Wanted) {
  const translate = useTranslate()
  const { caller } = useMe()
  const extensions = useExtensions()
  const hasRosters = extensions?.has('rosters') === true
  const users = useQuery({ ...namesQuery(user.path), select: usersOf })
  const fitting = useQuery({
    queryKey: [EPISODES, 'assignees', episodes],
    queryFn: ({ signal }) => assigneesOf(episodes, signal),
    enabled: episodes.length > 0 && extensions?.has('episode-assignees') === true,
    retry: false,
  })
  const fits = (id: number) => fitting.data?.has(id) ?? !fitting.isLoading
  const rosters = useQuery({ ...namesQuery(roster.path), enabled: hasRosters, select: rostersOf })
  const options: ComboOption[] = [
    { id: caller.id, name: translate('inbox.me') },
    ...(users.data ?? []).filter(({ id }) => id !== caller.id && fits(id)),
    ...(rosters.data ?? [])
      .filter((each) => project === 'all' || each.project === project)
      .map(({ id, name, project: of }) => {
        const place = projects.find((each) => each.id === of)?.name
        return { id: -id, name, hint: [translate('inbox.roster'), place].filter(Boolean).join(' · ') }
      }),
  ]
  const failed = [users, rosters, fitting].filter(({ error }) => error !== null)
  return {
    options,
    isLoading: users.isLoading || rosters.isLoading || fitting.isLoading,
    error: failed[0]?.error ?? null,
    retry: () => Promise.all(failed.map(({ refetch }) => refetch())),
  }
}
