import { useInput } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import controlsCss from '../../kit/controls.module.css'
import type { DayLimits } from '../../kit/days/days.ts'
import { TimeInput } from './controls/dayInputs.tsx'
import { Problem } from './Problem.tsx'

/** Returns the problem of a moment, as a message key or with its arguments; undefined where it is valid. */
export type MomentCheck = (
  value: unknown,
  values: FieldValues,
) => string | { message: string; args: object } | undefined

interface MomentFieldProps extends Partial<DayLimits> {
  source: string
  label: string
  /** The label already stands above the field. */
  plain?: boolean
  /** Epoch ms; left out where the form's own default applies. */
  start?: number
  /** Must be the same array for as long as the field is drawn. */
  checks: MomentCheck[]
  /** Converts the chosen minute into the moment to store. */
  momentOf?: (minute: number) => number
  onChanged?: () => void
}

/**
 * Input for a moment in a form without a definition, epoch ms, by the platform's clocks; exact to the millisecond until
 * it is edited, '' when it is cleared.
 */
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
