import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { namesQuery, type NamesAnswer } from '../../../../dataProvider/names.ts'
import { readText } from '../../../../dataProvider/normalise.ts'
import { roster } from '../../../../resources/roster.ts'
import { user } from '../../../../resources/user.ts'
import { useExtensions, useMe } from '../../../kit/index.ts'

const usersOf = ({ data }: NamesAnswer) =>
  data.map((row) => ({ id: row.id, name: readText(row['nickname']) || readText(row['username']) || `#${row.id}` }))

/** Whom an episode can be given to: the reader first, and every user whose name the reader may know. */
export function useAssignees(): { id: number; name: string }[] {
  const translate = useTranslate()
  const { caller } = useMe()
  const { data } = useQuery({ ...namesQuery(user.path), select: usersOf })
  return useMemo(
    () => [{ id: caller.id, name: translate('inbox.me') }, ...(data ?? []).filter(({ id }) => id !== caller.id)],
    [data, caller.id, translate],
  )
}

const rostersOf = ({ data }: NamesAnswer) =>
  data.map((row) => ({ id: row.id, name: readText(row['name']) || `#${row.id}`, project: row['project_id'] }))

/** The rosters that an episode can be given to, of a project or of all; none in front of a platform that has no rosters. */
export function useRosters(project: number | 'all' | null): ReturnType<typeof rostersOf> {
  const known = useExtensions()?.has('rosters') === true
  const { data = NONE } = useQuery({ ...namesQuery(roster.path), enabled: known, select: rostersOf })
  return useMemo(() => (project === 'all' ? data : data.filter((each) => each.project === project)), [data, project])
}

const NONE: ReturnType<typeof rostersOf> = []
