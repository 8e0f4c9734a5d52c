import { useInput, useTranslate } from 'react-admin'
import { idIn } from '../../../dataProvider/plain.ts'
import { useCaller } from '../../kit/index.ts'
import { Combo, type ComboOption } from '../../kit/layers/Combo.tsx'
import { useAssignees } from './acts/useAssignees.ts'

/** Whose they are: nobody's, a person's, or a roster's; an address says `assignee` or `roster_id`. `projects` tell rosters of one name apart. */
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

/** Of the numbers of assignees one that nobody has: users have those above, rosters those below. */
const NOBODY = 0

const personIn = (value: unknown, me: number): number | null =>
  value === 'nobody' ? NOBODY : value === 'me' ? me : idIn(value)
