import { Diamond, Info, OctagonAlert, Siren, TriangleAlert } from 'lucide-react'
import type { Ref } from 'react'
import { threshold } from '../../../resources/threshold.ts'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import css from './alarm.module.css'

const icons = [OctagonAlert, TriangleAlert, Diamond, Info]

/** Input for the level of an alarm, by colour, shape and word: a radio group operated with the arrow keys. */
export function LevelInput(control: ControlProps) {
  const pick = useLabel()
  const { id, name, field, value, onChange, onBlur, inputRef, disabled, describedBy } =
    control as unknown as ControlProps<'choice'>
  // A platform may number its levels differently: a stored value of its own is shown as it is, and can be kept.
  const stored =
    value === '' ||
    value === null ||
    value === undefined ||
    field.options.some((option) => option.value === Number(value))
      ? []
      : [{ value: Number(value), label: null }]
  return (
    <div role="radiogroup" aria-labelledby={`${id}-label`} aria-describedby={describedBy} className={css.levels}>
      {[...field.options, ...stored].map((option, index) => (
        <label
          key={option.value}
          className={css.level}
          data-level={option.value}
          data-chosen={Number(value) === option.value || undefined}
        >
          <input
            type="radio"
            id={index === 0 ? id : undefined}
            name={name}
            checked={value !== '' && Number(value) === option.value}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
            disabled={disabled}
            ref={index === 0 ? (inputRef as Ref<HTMLInputElement>) : undefined}
          />
          {option.label && <LevelIcon level={option.value} />}
          {option.label ? pick(option.label) : option.value}
        </label>
      ))}
    </div>
  )
}

interface LevelIconProps {
  /** null and unknown numbers of another platform share one shape. */
  level: number | null
  /** Whether the icon names the level for screen readers, because its word is not beside it. */
  named?: boolean
}

/** Icon of a level in its colour, 1 the worst; a parent's style sheet may set another colour. */
export function LevelIcon({ level, named = false }: LevelIconProps) {
  const pick = useLabel()
  const Icon = icons[(level ?? 0) - 1] ?? Siren
  const label = named && threshold.fields.alert_level.options.find(({ value }) => value === level)?.label
  const said = label ? ({ role: 'img', 'aria-label': pick(label) } as const) : ({ 'aria-hidden': true } as const)
  return <Icon className={css.mark} size={14} strokeWidth={1.9} data-level={level ?? undefined} {...said} />
}
