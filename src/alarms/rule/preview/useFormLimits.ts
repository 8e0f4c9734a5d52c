import { useFormContext, useWatch } from 'react-hook-form'
import { hasTwoLimits, readLimits } from '../../../../resources/kit/rule.ts'
import type { Values } from '../../../../resources/kit/validate.ts'
import { useFormInfo } from '../../../admin/fields/formContext.ts'
import { useLabel } from '../../../admin/fields/useLabel.ts'
import { showMildest } from '../editor/mildest.ts'
import { draftOf } from '../rule.ts'

/** A limit of the rule in the form. */
export interface FormLimit {
  key: string
  /** 1 to 4; null where the rule has one limit for its level. */
  level: number | null
  label: string
  value: number
  /** Writes another value into its field. */
  move: (value: number) => void
}

/** The limits that the form holds, as far as they are numbers; those of the day where nights have others. */
export function useFormLimits(): FormLimit[] {
  const pick = useLabel()
  const { resource } = useFormInfo()
  const form = useFormContext<Values>()
  const values = useWatch<Values>()
  const levels = readLimits(values['limits'])?.levels
  const write = (name: string, text: string): void =>
    form.setValue(name, text, { shouldDirty: true, shouldValidate: true })
  const labelOf = (name: string): string => {
    const label = resource.fields[name]?.label
    return label ? pick(label) : name
  }
  if (levels) {
    const field = resource.fields['alert_level']
    return levels.map(({ level, x }) => {
      const option = field?.type === 'choice' ? field.options.find(({ value }) => value === level) : undefined
      return {
        key: `level ${level}`,
        level,
        label: option ? pick(option.label) : String(level),
        value: x,
        move: (value) => {
          const held: unknown = form.getValues('limits')
          const limits = { ...(typeof held === 'string' ? (JSON.parse(held) as object) : {}), [String(level)]: value }
          write('limits', JSON.stringify(limits))
          showMildest(form, limits)
        },
      }
    })
  }
  const { operator, x, y } = draftOf(values)
  const named = { params_x: x, params_y: hasTwoLimits(operator) ? y : null }
  return Object.entries(named).flatMap(([name, value]): FormLimit[] =>
    value === null
      ? []
      : [{ key: name, level: null, label: labelOf(name), value, move: (next) => write(name, String(next)) }],
  )
}
