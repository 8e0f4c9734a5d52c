import { CircleCheck } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import { changePassword } from '../../../authProvider/signIn.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { PasswordInput } from './PasswordInput.tsx'
import type { Translate } from './types.ts'
import css from './form.module.css'

export interface PasswordFormProps {
  t: Translate
  /** Id of the user whose password changes. */
  userId: number
  /** Minimum length of the new password. */
  min: number
  onCancel: () => void
  /** Reports whether anything typed is unsaved. */
  onDirty?: (dirty: boolean) => void
  /**
   * Called when the password has changed and the user has read the confirmation: the user has to sign in again (spec 1
   * §2.9).
   */
  onDone: () => void
}

type Values = Record<'old' | 'next' | 'repeat', string>

/** Form to change one's own password: old, new, repeat. A mismatch is reported while it is typed. */
export function PasswordForm({ t, userId, min, onCancel, onDirty, onDone }: PasswordFormProps) {
  const [values, setValues] = useState<Values>({ old: '', next: '', repeat: '' })
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [state, setState] = useState<'editing' | 'sending' | 'done'>('editing')
  const problems = problemsOf(values, min, tried)
  const dirty = state !== 'done' && Object.values(values).some(Boolean)
  useEffect(() => onDirty?.(dirty), [onDirty, dirty])
  const set = (name: keyof Values) => (value: string) => setValues((before) => ({ ...before, [name]: value }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    setFailure(null)
    if (state === 'sending' || Object.values(problemsOf(values, min, true)).some(Boolean)) return
    setState('sending')
    try {
      await changePassword(userId, values.old, values.next)
      setState('done')
    } catch (error) {
      setState('editing')
      setFailure(error instanceof WireError ? sentence(error, t) : t('error.server'))
    }
  }

  if (state === 'done')
    return (
      <div className={css.done} role="status">
        <CircleCheck size={20} strokeWidth={1.75} aria-hidden="true" />
        <p>
          <strong>{t('signin.change.done')}</strong>
        </p>
        <p>{t('signin.change.doneHint')}</p>
        <button type="button" className={css.submit} autoFocus onClick={onDone}>
          {t('signin.change.toSignIn')}
        </button>
      </div>
    )

  const field = (name: keyof Values, autoComplete: string, hint?: string) => {
    const problem = problems[name]
    return (
      <PasswordInput
        t={t}
        name={name}
        label={t(`signin.change.${name}`)}
        autoComplete={autoComplete}
        autoFocus={name === 'old'}
        hint={hint}
        value={values[name]}
        error={problem ? t(problem, { min }) : null}
        onChange={set(name)}
      />
    )
  }
  return (
    <form className={css.fields} noValidate onSubmit={(event) => void submit(event)}>
      {failure && (
        <p className={css.alert} role="alert">
          {failure}
        </p>
      )}
      {field('old', 'current-password')}
      {field('next', 'new-password', t('signin.change.length', { min }))}
      {field('repeat', 'new-password')}
      <div className={css.buttons}>
        <button type="button" className={css.cancel} onClick={onCancel}>
          {t('signin.change.cancel')}
        </button>
        <button type="submit" className={css.submit} aria-disabled={state === 'sending'}>
          {t(state === 'sending' ? 'signin.change.submitting' : 'signin.change.submit')}
        </button>
      </div>
    </form>
  )
}

/**
 * Returns the current problems by field. Emptiness and length are reported only after a first attempt; a mismatch at
 * once.
 */
function problemsOf({ old, next, repeat }: Values, min: number, tried: boolean): Record<keyof Values, string | null> {
  return {
    old: tried && !old ? 'error.rule.required' : null,
    next:
      tried && !next
        ? 'error.rule.required'
        : tried && next.length < min
          ? 'signin.change.length'
          : tried && next === old
            ? 'signin.change.same'
            : null,
    repeat: repeat && repeat !== next ? 'signin.change.mismatch' : tried && !repeat ? 'error.rule.required' : null,
  }
}

/**
 * Returns the server's sentence with its code (spec 1: a failure shows code and msg), and its messages about fields.
 */
function sentence({ message, body }: WireError, t: Translate): string {
  const fields = Object.values(body.errors ?? {}).filter((field) => field !== message)
  return [t(message), ...fields, body.code === null ? '' : `(${body.code})`].filter(Boolean).join(' ')
}
