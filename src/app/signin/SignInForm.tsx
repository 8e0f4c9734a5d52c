import { ArrowRight, CircleHelp, CornerDownLeft, User } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { signIn, type Credentials } from '../../../authProvider/signIn.ts'
import { WireError } from '../../../dataProvider/http.ts'
import type { ConsoleSettings } from '../../kit/hooks/settings.ts'
import { CaptchaField, useCaptcha } from './Captcha.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { LabelledInput } from './LabelledInput.tsx'
import type { Translate } from './types.ts'
import signinCss from './signin.module.css'
import css from './form.module.css'

interface SignInFormProps {
  t: Translate
  demo: ConsoleSettings['demo']
  /** Name of the user who signs in again: it is filled in, and registration is not offered. */
  again?: string
  onDone: () => void
}

const nothing: Credentials = { username: '', password: '', captcha: '' }

/**
 * Form for username, password and captcha. Any failure uses up the captcha: a new image is loaded and the typed answer
 * is cleared.
 */
export function SignInForm({ t, demo, again = '', onDone }: SignInFormProps) {
  const [values, setValues] = useState({ ...nothing, username: again })
  const [failure, setFailure] = useState<{ message: string; fields: Record<string, string> } | null>(null)
  const [sending, setSending] = useState(false)
  const captcha = useCaptcha()
  const form = useRef<HTMLFormElement>(null)
  const set = (name: keyof Credentials) => (value: string) => setValues((before) => ({ ...before, [name]: value }))
  const focus = (name: keyof Credentials) =>
    form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (sending) return
    const missing = names.filter((name) => values[name].trim() === '')
    const [first] = missing
    if (first) {
      setFailure({
        message: 'signin.missing',
        fields: Object.fromEntries(missing.map((name) => [name, 'error.rule.required'])),
      })
      return focus(first)
    }
    setSending(true)
    setFailure(null)
    try {
      await signIn({ ...values, username: values.username.trim(), captcha: values.captcha.trim() })
      onDone()
    } catch (error) {
      setFailure(
        error instanceof WireError
          ? { message: error.message, fields: error.body.errors ?? {} }
          : { message: 'error.server', fields: {} },
      )
      setSending(false)
      set('captcha')('')
      captcha.renew()
      focus('captcha')
    }
  }

  const errorOf = (name: keyof Credentials) => {
    const message = failure?.fields[name]
    return message ? t(message) : null
  }
  return (
    <>
      <form ref={form} className={css.fields} noValidate onSubmit={(event) => void submit(event)}>
        {failure && !Object.values(failure.fields).includes(failure.message) && (
          <p className={css.alert} role="alert">
            {t(failure.message)}
          </p>
        )}
        <LabelledInput
          name="username"
          label={t('signin.username')}
          icon={<User size={14} strokeWidth={1.9} aria-hidden="true" />}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          autoFocus={again === ''}
          value={values.username}
          error={errorOf('username')}
          onChange={set('username')}
        />
        <PasswordInput
          t={t}
          name="password"
          label={t('signin.password')}
          autoComplete="current-password"
          autoFocus={again !== ''}
          value={values.password}
          error={errorOf('password')}
          onChange={set('password')}
        />
        <CaptchaField
          t={t}
          captcha={captcha}
          value={values.captcha}
          error={errorOf('captcha')}
          onChange={set('captcha')}
        />
        <button type="submit" className={css.submit} aria-disabled={sending}>
          {t(sending ? 'signin.submitting' : 'signin.submit')}
          {!sending && <CornerDownLeft size={14} strokeWidth={1.9} aria-hidden="true" />}
        </button>
      </form>
      <p className={signinCss.note}>
        <CircleHelp size={14} strokeWidth={1.9} aria-hidden="true" />
        {t('signin.forgotten')}
      </p>
      {again === '' && (
        <p className={signinCss.other}>
          {t('signin.noAccount')}
          <a href="/register">
            {t('signin.register')}
            <ArrowRight size={14} strokeWidth={1.9} aria-hidden="true" />
          </a>
        </p>
      )}
      {demo && demo.length > 0 && (
        <Demo
          t={t}
          accounts={demo}
          onPick={({ username, password }) => {
            setValues((before) => ({ ...before, username, password }))
            focus('captcha')
          }}
        />
      )}
    </>
  )
}

const names = ['username', 'password', 'captcha'] as const

interface DemoAccount {
  username: string
  password: string
}

/** Accounts of the demo; a click fills the form. */
function Demo({
  t,
  accounts,
  onPick,
}: {
  t: Translate
  accounts: readonly DemoAccount[]
  onPick: (account: DemoAccount) => void
}) {
  return (
    <section className={signinCss.demo} aria-label={t('signin.demo')}>
      <p>
        <strong>{t('signin.demo')}</strong> {t('signin.demoHint')}
      </p>
      <ul>
        {accounts.map((account) => (
          <li key={account.username}>
            <button type="button" onClick={() => onPick(account)}>
              <span>{account.username}</span>
              <span>{account.password}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
