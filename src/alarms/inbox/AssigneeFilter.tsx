import { useInput, useTranslate } from 'react-admin'
import { idIn } from '../../../dataProvider/plain.ts'
import { useCaller } from '../../kit/index.ts'
import { Combo, type ComboOption } from '../../kit/layers/Combo.tsx'
import { useAssignees, useRosters } from './acts/useAssignees.ts'

/** Whose they are: nobody's, a person's, or a roster's; an address says `assignee` or `roster_id`. `projects` tell rosters of one name apart. */
export function AssigneeFilter({ projects = [] }: { projects?: readonly ComboOption[] }) {
  const translate = useTranslate()
  const me = useCaller().id
  const person = useInput<unknown>({ source: 'assignee' }).field
  const roster = useInput<unknown>({ source: 'roster_id' }).field
  const people = useAssignees()
  const rosters = useRosters('all').map(({ id, name, project }) => {
    const of = projects.find((each) => each.id === project)?.name
    return { id: -id, name, hint: [translate('inbox.roster'), of].filter(Boolean).join(' · ') }
  })
  // One list for all: nobody has the number zero, rosters have those below.
  const options = [{ id: NOBODY, name: translate('inbox.nobody') }, ...people, ...rosters]
  const chosenRoster = idIn(roster.value)
  return (
    <Combo
      clearable
      label={translate('inbox.anyAssignee')}
      options={options}
      value={chosenRoster === null ? personIn(person.value, me) : -chosenRoster}
      onChange={(id) => {
        person.onChange(id === NOBODY ? 'nobody' : id !== null && id > 0 ? id : null)
        roster.onChange(id !== null && id < 0 ? -id : null)
      }}
    />
  )
}

const NOBODY = 0

const personIn = (value: unknown, me: number): number | null =>
  value === 'nobody' ? NOBODY : value === 'me' ? me : idIn(value)
