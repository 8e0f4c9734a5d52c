import { useTranslate } from 'react-admin'
import { parseIds } from '../../../../resources/kit/access.ts'
import { Combo, type ComboOption } from '../../../kit/layers/Combo.tsx'
import type { ControlProps } from './control.ts'
import { FetchProblem } from './FetchProblem.tsx'

export interface PickerProps {
  control: ControlProps<'ref'>
  choices: readonly ComboOption[]
  loading: boolean
  error: Error | null
  onRetry: () => unknown
  /** Text shown where there is nothing to choose. */
  none?: string
  /** Number of chosen records drawn as tags, followed by the count of the rest; without it all are drawn. */
  tags?: number
}

/** Chooses records out of a list: one, or several where the field holds many (as comma-separated ids). */
export function Picker({ control, choices, loading, error, onRetry, none, tags }: PickerProps) {
  const { id, field, value, onChange, onBlur, inputRef, disabled, invalid, describedBy, label } = control
  const translate = useTranslate()
  const shared = {
    label,
    options: choices,
    loading,
    error,
    disabled,
    none,
    placeholder: translate('crud.choose'),
    field: { id, describedBy, invalid, inputRef, onBlur },
  }
  return (
    <>
      {field.many ? (
        <Combo
          {...shared}
          many
          clearable
          tags={tags}
          value={Array.isArray(value) ? value.map(Number) : parseIds(String(value ?? ''))}
          onChange={(ids) => onChange(ids.join(','))}
        />
      ) : (
        <Combo
          {...shared}
          clearable={field.required !== true}
          value={value === '' || value === null || value === undefined ? null : Number(value)}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      )}
      <FetchProblem error={error} onRetry={onRetry} />
    </>
  )
}
