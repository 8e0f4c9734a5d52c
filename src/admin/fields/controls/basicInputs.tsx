import { OutlinedInput, Switch } from '@mui/material'
import { clsx } from 'clsx'
import { textOf, type ControlProps } from './control.ts'
import { useLabel } from '../useLabel.ts'
import type { Label } from '../../../../resources/kit/define.ts'
import { LONG_TEXT_MAX } from '../../../../resources/kit/validate.ts'
import css from '../fields.module.css'
import textCss from '../../../kit/text.module.css'
import controlsCss from '../../../kit/controls.module.css'

/**
 * Text in a box; most inputs are variations of it. A single line is the browser's own input: thirty of them in a form
 * are drawn in half the time that MUI's auto-growing text boxes take.
 */
export function TextBox({ control, inputMode, unit, mono, rows, placeholder, secret = false }: TextBoxProps) {
  const pick = useLabel()
  const { id, name, value, onChange, onBlur, inputRef, disabled, invalid, describedBy } = control
  const shared = { id, name, value: textOf(value), onBlur, disabled, placeholder, autoComplete: 'off' }
  if (rows !== undefined) {
    return (
      <OutlinedInput
        {...shared}
        fullWidth
        multiline
        minRows={rows}
        maxRows={8}
        onChange={(event) => onChange(event.target.value)}
        inputRef={inputRef}
        error={invalid}
        inputProps={{ 'aria-describedby': describedBy, spellCheck: false, className: mono ? textCss.mono : undefined }}
      />
    )
  }
  return (
    <span className={css.box} data-unit={unit ? true : undefined}>
      <input
        {...shared}
        type={secret ? 'password' : undefined}
        // Keeps the browser's password manager from filling the field.
        autoComplete={secret ? 'new-password' : shared.autoComplete}
        className={clsx(controlsCss.input, mono && textCss.mono)}
        data-part="input"
        onChange={(event) => onChange(event.target.value)}
        ref={inputRef}
        inputMode={inputMode}
        spellCheck={false}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
      />
      {unit && <span className={css.unit}>{pick(unit)}</span>}
    </span>
  )
}

interface TextBoxProps {
  control: Omit<ControlProps, 'field'>
  inputMode?: 'numeric' | 'decimal'
  unit?: Label
  mono?: boolean
  /** Minimum number of lines; without it the box does not grow. */
  rows?: number
  placeholder?: string
  /** Whether typed text is hidden. */
  secret?: boolean
}

/** Codes of digits or letters are read character by character, so they are set in the monospaced face. */
export const TextInput = (control: ControlProps<'text'>) => (
  <TextBox
    control={control}
    mono={control.field.rules?.some((rule) => rule === 'digits' || rule === 'alnum')}
    secret={control.field.secret}
  />
)

export const LongTextInput = (control: ControlProps<'longText'>) => (
  <TextBox control={control} rows={(control.field.max ?? LONG_TEXT_MAX) > 200 ? 2 : 1} />
)

export const IntInput = (control: ControlProps<'int'>) => (
  <TextBox control={control} inputMode="numeric" unit={control.field.unit} />
)

export const DecimalInput = (control: ControlProps<'decimal'>) => (
  <TextBox control={control} inputMode="decimal" unit={control.field.unit} />
)

export const JsonInput = (control: ControlProps<'json'>) => <TextBox control={control} rows={4} mono />

export function FlagInput({
  id,
  field,
  value,
  onChange,
  onBlur,
  inputRef,
  disabled,
  describedBy,
}: ControlProps<'flag'>) {
  const pick = useLabel()
  const on = Number(value) === 1
  return (
    <span className={css.switch}>
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
