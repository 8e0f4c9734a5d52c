import { IconButton, InputAdornment, OutlinedInput } from '@mui/material'
import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useId, useState } from 'react'
import { RequiredMark } from '../../admin/fields/FieldInput.tsx'
import fieldsCss from '../../admin/fields/fields.module.css'

interface PasswordFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  autoComplete: string
  autoFocus: boolean
  hint?: string
  problem?: string
}

/** Password field with show and hide. */
export function PasswordField({ label, value, onChange, autoComplete, autoFocus, hint, problem }: PasswordFieldProps) {
  const translate = useTranslate()
  const id = useId()
  const [shown, setShown] = useState(false)
  const Icon = shown ? Eye : EyeOff
  const text = problem ?? hint
  return (
    <div className={fieldsCss.field} data-part="field">
      <div className={fieldsCss.head}>
        <label htmlFor={id}>
          {label}
          <RequiredMark />
        </label>
      </div>
      <OutlinedInput
        id={id}
        type={shown ? 'text' : 'password'}
        fullWidth
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={problem !== undefined}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        inputProps={{ 'aria-describedby': text ? `${id}-text` : undefined, spellCheck: false, autoCapitalize: 'none' }}
        endAdornment={
          <InputAdornment position="end">
            <IconButton
              size="small"
              aria-label={translate(shown ? 'signin.hide' : 'signin.show')}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              <Icon size={14} strokeWidth={1.9} />
            </IconButton>
          </InputAdornment>
        }
      />
      {text && (
        <p
          id={`${id}-text`}
          className={problem ? fieldsCss.error : fieldsCss.help}
          data-part={problem ? 'problem' : undefined}
        >
          {problem && <CircleAlert size={14} aria-hidden />}
          {text}
        </p>
      )}
    </div>
  )
}
