import { useId, type HTMLInputTypeAttribute } from 'react'

interface TextFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  type?: HTMLInputTypeAttribute
  error?: string | undefined
}

/** A line of text under its name, as forms have them. */
export function TextField({ label, value, onChange, placeholder, type, error }: TextFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
      </div>
      <span className="field-box">
        <input
          id={id}
          className="ui-input"
          type={type}
          // A browser's keeper of passwords has nothing to fill in here.
          autoComplete={type === 'password' ? 'new-password' : 'off'}
          spellCheck={false}
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-text`}
        />
      </span>
      {error !== undefined && (
        <p id={`${id}-text`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
