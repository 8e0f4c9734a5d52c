import { Checkbox, FormControlLabel } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { Ref } from 'react'
import { parseIds } from '../../../resources/kit/access.ts'
import { textOf, type ControlProps } from '../../admin/fields/controls/control.ts'
import { FetchProblem } from '../../admin/fields/controls/FetchProblem.tsx'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { useWords } from '../../admin/fields/words.ts'
import css from './device.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'

/** Input for when a value is amended: several entries of a dictionary, stored as comma-separated numbers. */
export function AmendTypesInput({ id, name, value, onChange, onBlur, inputRef, disabled, describedBy }: ControlProps) {
  const pick = useLabel()
  const translate = useTranslate()
  const { data = [], isPending, error, refetch } = useWords('DeviceAiAmendType')
  const chosen = parseIds(textOf(value))
  const toggle = (type: number, on: boolean) =>
    onChange((on ? [...chosen, type] : chosen.filter((other) => other !== type)).toSorted((a, b) => a - b).join(','))
  return (
    <>
      <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy} className={css.checks}>
        {isPending && <span className={fieldsCss.placeholder}>…</span>}
        {!isPending && !error && data.length === 0 && (
          <span className={fieldsCss.placeholder}>{translate('ui.noChoice')}</span>
        )}
        {data.map((word, index) => (
          <FormControlLabel
            key={word.value}
            disabled={disabled}
            label={pick(word.label)}
            control={
              <Checkbox
                size="small"
                name={name}
                checked={chosen.includes(word.value)}
                onChange={(_event, on) => toggle(word.value, on)}
                onBlur={onBlur}
                slotProps={{ input: index === 0 ? { id, ref: inputRef as Ref<HTMLInputElement> } : {} }}
              />
            }
          />
        ))}
      </div>
      <FetchProblem error={error} onRetry={refetch} />
    </>
  )
}
