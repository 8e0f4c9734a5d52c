import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
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

/**
 * Whom an episode can be given to: the reader first, every user whose name the reader may know, and, where the platform has rosters, those of a project or of all.
 * One list for both: rosters have the numbers below zero. `projects` tell rosters of one name apart. Of what could not be read `error` says why, and `retry` asks again.
 */
export function useAssignees(project: number | 'all' | null, projects: readonly ComboOption[] = []) {
  const translate = useTranslate()
  const { caller } = useMe()
  const hasRosters = useExtensions()?.has('rosters') === true
  const users = useQuery({ ...namesQuery(user.path), select: usersOf })
  const rosters = useQuery({ ...namesQuery(roster.path), enabled: hasRosters, select: rostersOf })
  const options: ComboOption[] = [
    { id: caller.id, name: translate('inbox.me') },
    ...(users.data ?? []).filter(({ id }) => id !== caller.id),
    ...(rosters.data ?? [])
      .filter((each) => project === 'all' || each.project === project)
      .map(({ id, name, project: of }) => {
        const place = projects.find((each) => each.id === of)?.name
        return { id: -id, name, hint: [translate('inbox.roster'), place].filter(Boolean).join(' · ') }
      }),
  ]
  const failed = [users, rosters].filter(({ error }) => error !== null)
  return {
    options,
    isLoading: users.isLoading || rosters.isLoading,
    error: failed[0]?.error ?? null,
    retry: () => Promise.all(failed.map(({ refetch }) => refetch())),
  }
}
