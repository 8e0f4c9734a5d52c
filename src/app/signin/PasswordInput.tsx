import { Eye, EyeOff, Lock } from 'lucide-react'
import { useState } from 'react'
import { LabelledInput, type LabelledInputProps } from './LabelledInput.tsx'
import type { Translate } from './types.ts'
import css from './form.module.css'

/** Password field with show and hide, and a warning while Caps Lock is on. */
export function PasswordInput({
  t,
  hint,
  ...props
}: Omit<LabelledInputProps, 'type' | 'icon' | 'end'> & { t: Translate }) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const Icon = shown ? Eye : EyeOff
  const name = t(shown ? 'signin.hide' : 'signin.show')
  return (
    <LabelledInput
      {...props}
      type={shown ? 'text' : 'password'}
      hint={capsLock ? t('signin.capsLock') : hint}
      placeholder=" "
      spellCheck={false}
      autoCapitalize="none"
      onKeyUp={(event) => setCapsLock(event.getModifierState?.('CapsLock') ?? false)}
      icon={<Lock size={14} strokeWidth={1.9} aria-hidden="true" />}
      end={
        <button
          type="button"
          className={css.eye}
          aria-label={name}
          title={name}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon size={14} strokeWidth={1.9} />
        </button>
      }
    />
  )
}
