import { InputAdornment, OutlinedInput, Switch } from '@mui/material'
import type { HTMLInputTypeAttribute } from 'react'
import { textOf, type ControlProps } from './control.ts'
import { useLabel } from './useLabel.ts'
import type { Label } from '../../resources/kit/define.ts'
import { LONG_TEXT_MAX } from '../../resources/kit/validate.ts'

/** Text in a box; most inputs are variations of it. */
export function Box({ control, type = 'text', inputMode, unit, mono, rows, placeholder }: BoxProps) {
  const pick = useLabel()
  const { id, name, value, onChange, onBlur, inputRef, disabled, invalid, describedBy } = control
  return (
    <OutlinedInput
      id={id}
      name={name}
      type={type}
      fullWidth
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      inputRef={inputRef}
      disabled={disabled}
      error={invalid}
      autoComplete="off"
      placeholder={placeholder}
      multiline={rows !== undefined}
      minRows={rows}
      maxRows={rows === undefined ? undefined : 8}
      endAdornment={unit && <InputAdornment position="end">{pick(unit)}</InputAdornment>}
      inputProps={{ 'aria-describedby': describedBy, inputMode, spellCheck: false, className: mono ? 'mono' : undefined }}
    />
  )
}

interface BoxProps {
  control: Omit<ControlProps, 'field'>
  type?: HTMLInputTypeAttribute
  inputMode?: 'numeric' | 'decimal'
  unit?: Label
  mono?: boolean
  rows?: number
  placeholder?: string
}

/** Codes of digits or letters are read letter by letter: they are set in the mono face. */
export const TextInput = (control: ControlProps<'text'>) => <Box control={control} mono={control.field.rules?.some((rule) => rule === 'digits' || rule === 'alnum')} />

export const LongTextInput = (control: ControlProps<'longText'>) => <Box control={control} rows={(control.field.max ?? LONG_TEXT_MAX) > 200 ? 2 : 1} />

export const IntInput = (control: ControlProps<'int'>) => <Box control={control} inputMode="numeric" unit={control.field.unit} />

export const DecimalInput = (control: ControlProps<'decimal'>) => <Box control={control} inputMode="decimal" unit={control.field.unit} />

export const JsonInput = (control: ControlProps<'json'>) => <Box control={control} rows={4} mono />

export function FlagInput({ id, field, value, onChange, onBlur, inputRef, disabled, describedBy }: ControlProps<'flag'>) {
  const pick = useLabel()
  const on = Number(value) === 1
  return (
    <span className="field-switch">
      <Switch
        id={id}
        checked={on}
        onChange={(_event, checked) => onChange(checked ? 1 : 0)}
        onBlur={onBlur}
        disabled={disabled}
        slotProps={{ input: { ref: inputRef, 'aria-describedby': describedBy } }}
      />
      {field.options && <span>{pick(field.options[on ? 1 : 0])}</span>}
    </span>
  )
}

/** A calendar day as the browser's own picker; stored as it stands there, YYYY-MM-DD. */
export const DateInput = (control: ControlProps<'date'>) => <Box control={control} type="date" />

/** A moment as the browser's own picker in local time; stored as epoch milliseconds. */
export function TimeInput(control: ControlProps<'time'>) {
  const { value, onChange } = control
  const change = (text: unknown) => onChange(text === '' ? '' : new Date(String(text)).getTime())
  return <Box control={{ ...control, value: localTime(value), onChange: change }} type="datetime-local" />
}

function localTime(value: unknown): string {
  const time = Number(value)
  if (value === '' || value === null || value === undefined || !Number.isFinite(time)) return ''
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000)
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, 16)
}
