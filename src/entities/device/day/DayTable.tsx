import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Values } from '../../../../resources/kit/validate.ts'
import fieldsCss from '../../../admin/fields/fields.module.css'
import { fieldOf, HOURS, type DayPart } from './day.ts'
import { DayGrid, PARTS } from './DayGrid.tsx'
import type { DayForm } from './useDay.ts'
import css from './day.module.css'

/** Inputs for the 48 values of a day: two halves of twelve hours, base above spread. */
export function DayTable({
  remember,
  settle,
  nameOf,
}: Pick<DayForm, 'remember' | 'settle'> & { nameOf: (part: DayPart, hour: number) => string }) {
  const id = useId()
  const { register, formState } = useFormContext<Values>()
  const wrong = PARTS.flatMap((part) =>
    HOURS.map((hour) => ({ name: nameOf(part, hour), message: formState.errors[fieldOf(part, hour)]?.message })),
  ).filter(({ message }) => message !== undefined)
  const cell = (part: DayPart, hour: number) => {
    const name = fieldOf(part, hour)
    const { onChange, onBlur, ...input } = register(name)
    return (
      <input
        {...input}
        id={`${id}-${name}`}
        className={css.input}
        data-field={name}
        inputMode="decimal"
        autoComplete="off"
        aria-label={nameOf(part, hour)}
        aria-invalid={formState.errors[name] !== undefined || undefined}
        aria-describedby={formState.errors[name] ? `${id}-wrong` : undefined}
        onChange={(event) => {
          remember(`typed ${name}`)
          void onChange(event)
        }}
        onBlur={(event) => {
          settle()
          void onBlur(event)
        }}
        onFocus={(event) => event.target.select()}
      />
    )
  }
  return (
    <>
      <DayGrid cell={cell} />
      {wrong.length > 0 && (
        <p id={`${id}-wrong`} className={fieldsCss.error} data-part="problem" role="status">
          <CircleAlert size={14} aria-hidden />
          {wrong
            .slice(0, 3)
            .map(({ name, message }) => `${name}: ${message ?? ''}`)
            .join(' · ')}
        </p>
      )}
    </>
  )
}
