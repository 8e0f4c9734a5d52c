import { useId, type HTMLInputTypeAttribute } from 'react'
import controlsCss from '../../../kit/controls.module.css'
import fieldsCss from '../../../admin/fields/fields.module.css'

interface TextFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  type?: HTMLInputTypeAttribute
  /** Takes the focus because the field has replaced a button. */
  autoFocus?: boolean
  error?: string | undefined
}

/** A line of text below its label, as in forms. */
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
          // Keeps the browser's password manager from filling the field.
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
