import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useEffect, useRef } from 'react'
import { contactsOfProject } from '../../../dataProvider/calls/alarmConfig.ts'
import { isEmpty } from '../../../resources/kit/validate.ts'
import { isSuper, parseIds } from '../../../resources/kit/access.ts'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { useFormInfo } from '../../admin/fields/formContext.ts'
import { Picker } from '../../admin/fields/controls/Picker.tsx'
import { useChosenProject } from '../../admin/fields/controls/useRefChoices.ts'

/**
 * Input for contacts of the rule's project that can be reached in a given way. The field is named after the address
 * that this way needs, as contacts name it.
 */
export function ContactsInput(props: ControlProps) {
  const control = props as unknown as ControlProps<'ref'>
  const translate = useTranslate()
  const { caller } = useFormInfo()
  const chosen = useChosenProject(control.name)
  const project = isSuper(caller) ? chosen : caller.project_id
  const {
    data: contacts,
    isLoading,
    error,
    refetch,
  } = useQuery({
    queryKey: ['alarmConfig/user', 'project', project],
    queryFn: ({ signal }) => contactsOfProject(project ?? 0, signal),
    enabled: project !== null,
    staleTime: 30_000,
    retry: false,
  })
  const { value, onChange } = control
  const before = useRef(project)
  // When the project changes, contacts of another project are dropped, as the form does with other choices.
  useEffect(() => {
    if (before.current === project || !contacts) return
    before.current = project
    const chosenIds = parseIds(String(value ?? ''))
    const kept = chosenIds.filter((id) => contacts.some((row) => row.id === id))
    if (kept.length < chosenIds.length) onChange(kept.join(','))
  }, [project, contacts, value, onChange])
  const reachable = (contacts ?? []).filter((row) => !isEmpty(row[control.name]))
  const choices = reachable.map((row) => ({
    id: row.id,
    name: String(row['alarm_name'] ?? row.id),
    path: String(row['alarm_name'] ?? row.id),
    depth: 0,
  }))
  return (
    <Picker
      control={control}
      choices={choices}
      loading={isLoading}
      error={error}
      onRetry={refetch}
      tags={TAGS}
      none={translate(project === null ? 'alarmConfig.projectFirst' : 'alarmConfig.noContact')}
    />
  )
}

/** Number of contacts drawn as tags; the field takes a third of a line. */
const TAGS = 3
