import { useId, type HTMLInputTypeAttribute } from 'react'
import controlsCss from '../../../kit/controls.module.css'
import fieldsCss from '../../../admin/fields/fields.module.css'

interface TextFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  type?: HTMLInputTypeAttribute
  /** It has just come, where a button was. */
  autoFocus?: boolean
  error?: string | undefined
}

/** A line of text under its name, as forms have them. */
export function TextField({ label, value, onChange, placeholder, type, autoFocus, error }: TextFieldProps) {
  const id = useId()
  return (
    <div className={fieldsCss.field} data-part="field">
      <div className={fieldsCss.head}>
        <label htmlFor={id}>{label}</label>
      </div>
      <span className={fieldsCss.box}>
        <input
          id={id}
          className={controlsCss.input}
          data-part="input"
          type={type}
          // A browser's keeper of passwords has nothing to fill in here.
          autoComplete={type === 'password' ? 'new-password' : 'off'}
          spellCheck={false}
          autoFocus={autoFocus}
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-text`}
        />
      </span>
      {error !== undefined && (
        <p id={`${id}-text`} className={fieldsCss.error} data-part="problem">
          {error}
        </p>
      )}
    </div>
  )
}
