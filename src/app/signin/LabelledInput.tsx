import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import css from './form.module.css'

export interface LabelledInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string
  icon?: ReactNode
  /** Element after the text inside the field: a button. */
  end?: ReactNode
  error?: string | null
  hint?: string
  onChange: (value: string) => void
}

/** A labelled line of text; error and hint are linked to it for screen readers. */
export function LabelledInput({ label, icon, end, error, hint, onChange, ...input }: LabelledInputProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <div className={clsx(css.input, error && css.inputError)}>
        {icon}
        <input
          {...input}
          id={id}
          aria-invalid={Boolean(error)}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      {note && (
        <p id={`${id}-note`} className={error ? css.fieldError : css.fieldHint} role={error ? 'alert' : undefined}>
          {error && <CircleAlert size={12} strokeWidth={2} aria-hidden="true" />}
          {note}
        </p>
      )}
    </div>
  )
}
