import { IconButton } from '@mui/material'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { parseIds } from '../../../resources/kit/access.ts'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { FetchProblem } from '../../admin/fields/controls/FetchProblem.tsx'
import { useRefChoices } from '../../admin/fields/controls/useRefChoices.ts'
import { Combo } from '../../kit/layers/Combo.tsx'
import css from './roster.module.css'

/** Input for contacts in the order in which they take turns. */
export function PeopleInput(props: ControlProps) {
  const control = props as unknown as ControlProps<'ref'>
  const { id, value, onChange, onBlur, inputRef, disabled, invalid, describedBy } = control
  const translate = useTranslate()
  const { choices, isPending, error, refetch } = useRefChoices(control)
  const people = parseIds(Array.isArray(value) ? value.join(',') : String(value ?? ''))
  const write = (next: readonly number[]): void => onChange(next.join(','))
  const nameOf = (person: number): string => choices.find((choice) => choice.id === person)?.name ?? `#${person}`
  const move = (at: number, by: -1 | 1): void => {
    const [moved, other] = [people[at], people[at + by]]
    if (moved !== undefined && other !== undefined) write(people.with(at, other).with(at + by, moved))
  }
  return (
    <div className={css.people}>
      {people.length > 0 && (
        <ol>
          {people.map((person, at) => (
            <li key={person}>
              <span>{nameOf(person)}</span>
              <IconButton
                size="small"
                disabled={disabled || at === 0}
                aria-label={translate('duty.earlier', { name: nameOf(person) })}
                onClick={() => move(at, -1)}
              >
                <ArrowUp size={14} aria-hidden />
              </IconButton>
              <IconButton
                size="small"
                disabled={disabled || at === people.length - 1}
                aria-label={translate('duty.later', { name: nameOf(person) })}
                onClick={() => move(at, 1)}
              >
                <ArrowDown size={14} aria-hidden />
              </IconButton>
              <IconButton
                size="small"
                disabled={disabled}
                aria-label={translate('duty.remove', { name: nameOf(person) })}
                onClick={() => write(people.filter((other) => other !== person))}
              >
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <Combo
        label={control.label}
        placeholder={translate('duty.add')}
        options={choices.filter((choice) => !people.includes(choice.id))}
        loading={isPending}
        error={error}
        disabled={disabled}
        none={translate('duty.noContact')}
        field={{ id, describedBy, invalid, inputRef, onBlur }}
        value={null}
        onChange={(person) => person !== null && write([...people, person])}
      />
      <FetchProblem error={error} onRetry={refetch} />
    </div>
  )
}
