import { useTranslate } from 'react-admin'
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
  /** 1 to 4; null where the rule has a single limit. */
  level: number | null
  label: string
  value: number
  /** The limit applies at night only. */
  isNight?: true
  /** Values that the limit may have, lowest first, each with its name; undefined: any value. */
  stops?: readonly LimitStop[]
  /** Writes another value into the limit's field. */
  move: (value: number) => void
}

export interface LimitStop {
  value: number
  name: string
}

/** Returns the numeric limits that the form holds, those of the night after those of the day. */
export function useFormLimits(): FormLimit[] {
  const translate = useTranslate()
  const pick = useLabel()
  const { resource } = useFormInfo()
  const form = useFormContext<Values>()
  const values = useWatch<Values>()
  const limits = readLimits(values['limits'])
  const write = (name: string, text: string): void =>
    form.setValue(name, text, { shouldDirty: true, shouldValidate: true })
  const labelOf = (name: string): string => {
    const label = resource.fields[name]?.label
    return label ? pick(label) : name
  }
  if (limits) {
    const field = resource.fields['alert_level']
    const wordOf = (level: number | null): string => {
      const option = field?.type === 'choice' ? field.options.find(({ value }) => value === level) : undefined
      return option ? pick(option.label) : String(level)
    }
    const move = (change: (held: HeldLimits) => HeldLimits): void => {
      const held: unknown = form.getValues('limits')
      const next = change(typeof held === 'string' ? (JSON.parse(held) as HeldLimits) : {})
      write('limits', JSON.stringify(next))
      showMildest(form, next)
    }
    return [
      ...limits.levels.map(
        ({ level, x }): FormLimit => ({
          key: `level ${level}`,
          level,
          label: wordOf(level),
          value: x,
          move: (value) => move((held) => ({ ...held, [String(level)]: value })),
        }),
      ),
      ...(limits.night?.levels ?? []).map(
        ({ level, x }): FormLimit => ({
          key: `night ${level}`,
          level,
          label: `${wordOf(level)} ${translate('alarmConfig.limits.night')}`,
          value: x,
          isNight: true,
          move: (value) => move((held) => ({ ...held, night: { ...held.night, [String(level)]: value } })),
        }),
      ),
    ]
  }
  const { operator, x, y } = draftOf(values)
  const named = { params_x: x, params_y: hasTwoLimits(operator) ? y : null }
  return Object.entries(named).flatMap(([name, value]): FormLimit[] =>
    value === null
      ? []
      : [{ key: name, level: null, label: labelOf(name), value, move: (next) => write(name, String(next)) }],
  )
}

/** Contents of the field's JSON. */
interface HeldLimits {
  [level: string]: unknown
  night?: Record<string, unknown>
}
