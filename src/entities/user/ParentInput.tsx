import { useTranslate } from 'react-admin'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { Row } from '../../../dataProvider/rows.ts'
import { PROJECT_ADMINISTRATOR } from '../../../resources/kit/access.ts'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { FetchProblem } from '../../admin/fields/controls/FetchProblem.tsx'
import { useFormInfo } from '../../admin/fields/formContext.ts'
import { useNames } from '../../admin/fields/names.ts'
import { Choices } from '../../admin/fields/controls/selectInputs.tsx'
import { calledOf, parentsOf, ROLE_WORDS } from './parents.ts'

/**
 * Input for the parent user: one of the two roles, or an administrator of the same project; a parent of another project
 * is removed when the project changes.
 */
export function ParentInput(control: ControlProps) {
  const translate = useTranslate()
  const { resource, record } = useFormInfo()
  const { data: users, isPending, error, refetch } = useNames(resource.path)
  const watched: unknown = useWatch({ name: 'project_id' })
  const project = Number(watched) || null
  const own = record ? Number(record['id']) : null
  const parents = parentsOf(users ?? [], own, project)
  const chosen = Number(control.value)
  const present = users?.find(
    (user) => user.id === chosen && user.id !== own && !ROLE_WORDS.has(chosen) && !parents.includes(user),
  )
  useOfProject(project, control, parents)
  const choices = [
    ...[...ROLE_WORDS].map(([value, word]) => ({ value, label: translate(word) })),
    ...[...parents, ...(present ? [present] : [])].map((user) => ({ value: user.id, label: calledOf(user) })),
  ]
  return (
    <>
      <Choices control={control} choices={choices} loading={isPending} failed={error !== null} />
      <FetchProblem error={error} onRetry={refetch} />
    </>
  )
}

/** Removes a parent of another project when the project changes. */
function useOfProject(project: number | null, { value, onChange }: ControlProps, parents: readonly Row[]): void {
  const before = useRef(project)
  useEffect(() => {
    if (before.current === project) return
    before.current = project
    const chosen = Number(value)
    if (!ROLE_WORDS.has(chosen) && !parents.some(({ id }) => id === chosen)) onChange(PROJECT_ADMINISTRATOR)
  }, [project, value, parents, onChange])
}
