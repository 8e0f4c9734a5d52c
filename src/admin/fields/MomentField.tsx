import { useInput } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import controlsCss from '../../kit/controls.module.css'
import type { DayLimits } from '../../kit/days/days.ts'
import { TimeInput } from './controls/dayInputs.tsx'
import { Problem } from './Problem.tsx'

/** What is wrong with a moment, as a key or with its arguments; undefined where nothing is. */
export type MomentCheck = (
  value: unknown,
  values: FieldValues,
) => string | { message: string; args: object } | undefined

interface MomentFieldProps extends Partial<DayLimits> {
  source: string
  label: string
  /** Its label stands above it already. */
  plain?: boolean
  /** Epoch ms; left out where the form's own default says it. */
  start?: number
  /** The same array for as long as the field is drawn. */
  checks: MomentCheck[]
  /** Of the minute that is chosen. */
  momentOf?: (minute: number) => number
  onChanged?: () => void
}

/** A moment of a form without a definition, epoch ms, by the platform's clocks; exact to the millisecond until it is edited, '' where it is emptied. */
export function MomentField({
  source,
  label,
  plain = false,
  start,
  checks,
  momentOf = (minute) => minute,
  onChanged,
  ...limits
}: MomentFieldProps) {
  const { id, field, fieldState } = useInput<number | ''>({
    source,
    defaultValue: start,
    parse: (moment: number | '') => moment,
    validate: checks,
  })
  return (
    <div className={controlsCss.field}>
      {!plain && <label htmlFor={id}>{label}</label>}
      <TimeInput
        {...limits}
        id={id}
        label={label}
        value={field.value}
        onChange={(moment) => {
          field.onChange(moment === '' ? '' : momentOf(Number(moment)))
          onChanged?.()
        }}
        onBlur={() => field.onBlur()}
        inputRef={field.ref}
        disabled={false}
        invalid={fieldState.invalid}
        describedBy={fieldState.error ? `${id}-problem` : undefined}
      />
      <Problem id={id} message={fieldState.error?.message} />
    </div>
  )
}
