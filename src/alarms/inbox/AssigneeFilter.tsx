import { useInput, useTranslate } from 'react-admin'
import { idIn } from '../../../dataProvider/plain.ts'
import { useCaller } from '../../kit/index.ts'
import { Combo, type ComboOption } from '../../kit/layers/Combo.tsx'
import { useAssignees } from './acts/useAssignees.ts'

/**
 * Filter by assignee: unassigned, a person or a roster; the address says `assignee` or `roster_id`. `projects` tell
 * rosters of the same name apart.
 */
export function AssigneeFilter({ projects = [] }: { projects?: readonly ComboOption[] }) {
  const translate = useTranslate()
  const me = useCaller().id
  const person = useInput<unknown>({ source: 'assignee' }).field
  const roster = useInput<unknown>({ source: 'roster_id' }).field
  const { options, isLoading, error, retry } = useAssignees({ project: 'all', projects })
  const chosenRoster = idIn(roster.value)
  return (
    <Combo
      clearable
      label={translate('inbox.anyAssignee')}
      options={[{ id: NOBODY, name: translate('inbox.nobody') }, ...options]}
      loading={isLoading}
      error={error}
      onRetry={retry}
      value={chosenRoster === null ? personIn(person.value, me) : -chosenRoster}
      onChange={(id) => {
        person.onChange(id === NOBODY ? 'nobody' : id !== null && id > 0 ? id : null)
        roster.onChange(id !== null && id < 0 ? -id : null)
      }}
    />
  )
}

/** Number that stands for "unassigned": users have positive numbers, rosters negative ones. */
const NOBODY = 0

const personIn = (value: unknown, me: number): number | null =>
  value === 'nobody' ? NOBODY : value === 'me' ? me : idIn(value)
