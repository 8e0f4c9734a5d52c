import { Image, Network, RadioTower, Video, type LucideIcon } from 'lucide-react'
import type { Ref } from 'react'
import type { OptionIcon } from '../../../../resources/kit/define.ts'
import controlsCss from '../../../kit/controls.module.css'
import type { ControlProps } from './control.ts'
import { useLabel } from '../useLabel.ts'
import css from '../fields.module.css'

/** A choice drawn as cards with a line of explanation each: a radio group operated with the arrow keys. */
export function OptionCards({
  id,
  name,
  field,
  value,
  onChange,
  onBlur,
  inputRef,
  disabled,
  describedBy,
}: ControlProps<'choice'>) {
  const pick = useLabel()
  return (
    <div role="radiogroup" aria-labelledby={`${id}-label`} aria-describedby={describedBy} className={css.cards}>
      {field.options.map((option, index) => (
        <label key={option.value} className={css.card} data-chosen={Number(value) === option.value || undefined}>
          <input
            type="radio"
            className={controlsCss.radio}
            id={index === 0 ? id : undefined}
            name={name}
            value={option.value}
            checked={value !== '' && Number(value) === option.value}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
            disabled={disabled}
            ref={index === 0 ? (inputRef as Ref<HTMLInputElement>) : undefined}
          />
          <span className={css.cardText}>
            <span>{pick(option.label)}</span>
            {option.help && <span className={css.cardHelp}>{pick(option.help)}</span>}
          </span>
          {option.icon && <Picture name={option.icon} />}
        </label>
      ))}
    </div>
  )
}

function Picture({ name }: { name: OptionIcon }) {
  const Icon = icons[name]
  return <Icon size={18} strokeWidth={1.75} className={css.cardIcon} aria-hidden />
}

const icons: Record<OptionIcon, LucideIcon> = {
  gateway: Network,
  standalone: RadioTower,
  stream: Video,
  picture: Image,
}
