import { MenuItem, Select } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { ControlProps } from './control.ts'
import { FetchProblem } from './FetchProblem.tsx'
import { OptionCards } from './OptionCards.tsx'
import { useLabel } from '../useLabel.ts'
import { useWords } from '../words.ts'
import css from '../fields.module.css'

export interface Choice {
  value: number
  label: string
}

/** Select of a few numbers; it can be emptied where the field may be empty. */
export function Choices({
  control,
  choices,
  loading = false,
  failed = false,
}: {
  control: ControlProps
  choices: readonly Choice[]
  loading?: boolean
  failed?: boolean
}) {
  const translate = useTranslate()
  const { id, name, field, value, onChange, onBlur, inputRef, disabled, invalid, describedBy } = control
  // Older platforms may store a text in place of a number.
  const chosen =
    value === '' || value === null || value === undefined
      ? ''
      : Number.isNaN(Number(value))
        ? String(value)
        : Number(value)
  const known = chosen === '' || choices.some((choice) => choice.value === chosen)
  const unnamed = loading ? (
    <span className={css.placeholder}>…</span>
  ) : failed ? (
    <span className={css.placeholder}>—</span>
  ) : (
    chosen
  )
  return (
    <Select
      fullWidth
      displayEmpty
      name={name}
      value={chosen}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      inputRef={inputRef}
      disabled={disabled}
      error={invalid}
      SelectDisplayProps={{ id, 'aria-labelledby': `${id}-label ${id}`, 'aria-describedby': describedBy }}
      renderValue={() =>
        choices.find((choice) => choice.value === chosen)?.label ??
        (chosen === '' ? <span className={css.placeholder}>{translate('crud.choose')}</span> : unnamed)
      }
    >
      {!field.required && <MenuItem value="">{translate('crud.none')}</MenuItem>}
      {!known && <MenuItem value={chosen}>{unnamed}</MenuItem>}
      {loading && <MenuItem disabled>{translate('shell.loading')}</MenuItem>}
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          {choice.label}
        </MenuItem>
      ))}
    </Select>
  )
}

export function ChoiceInput(control: ControlProps<'choice'>) {
  const pick = useLabel()
  if (control.field.cards) return <OptionCards {...control} />
  return (
    <Choices
      control={control}
      choices={control.field.options.map((option) => ({ value: option.value, label: pick(option.label) }))}
    />
  )
}

/** Input for a number out of a dictionary of the platform, shown in the current language. */
export function DictInput(control: ControlProps<'dict'>) {
  const pick = useLabel()
  const { data = [], isPending, error, refetch } = useWords(control.field.dict)
  return (
    <>
      <Choices
        control={control}
        choices={data.map((word) => ({ value: word.value, label: pick(word.label) }))}
        loading={isPending}
        failed={error !== null}
      />
      <FetchProblem error={error} onRetry={refetch} />
    </>
  )
}
