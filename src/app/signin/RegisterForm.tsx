import { CornerDownLeft, Mail, MessageSquareMore, Smartphone, User } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { fieldOfWire, signUp, type Registration } from '../../../authProvider/signUp.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { CaptchaField, useCaptcha } from './Captcha.tsx'
import { CodeButton } from './CodeButton.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { registrationProblems } from './registration.ts'
import { LabelledInput, type LabelledInputProps } from './LabelledInput.tsx'
import type { Translate } from './types.ts'
import css from './form.module.css'

type Name = keyof Registration
const NAMES = ['username', 'password', 'email', 'phone', 'code'] as const satisfies readonly Name[]
const nothing: Registration = { username: '', password: '', email: '', phone: '', code: '' }

interface RegisterFormProps {
  t: Translate
  /** Minimum length of the password. */
  min: number
  /** Whether the platform requires a captcha before it sends a code. */
  asksCaptcha: boolean
  onDone: () => void
  /** Whether the code stays in the outbox instead of going to the phone. */
  toOutbox: boolean
}

/**
 * Form for username, password, email, phone and the code sent to that phone. The server's refusals are shown at their
 * fields; typed values are kept.
 */
export function RegisterForm({ t, min, asksCaptcha, toOutbox, onDone }: RegisterFormProps) {
  const captcha = useCaptcha()
  const [answer, setAnswer] = useState('')
  const [values, setValues] = useState(nothing)
  const [touched, setTouched] = useState<ReadonlySet<Name>>(new Set())
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const problems = registrationProblems(values, min)
  const focus = (name: Name | undefined) =>
    form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus()

  const fail = (error: unknown) => {
    const wire = error instanceof WireError ? error : null
    const fields = Object.entries(wire?.body.errors ?? {}).map(
      ([name, message]) => [fieldOfWire[name] ?? name, message] as const,
    )
    setRefused(Object.fromEntries(fields))
    setFailure(
      fields.some(([name]) => name === 'captcha' || NAMES.some((known) => known === name))
        ? null
        : (wire?.message ?? 'error.server'),
    )
    focus(NAMES.find((name) => fields.some(([field]) => field === name)))
  }
  /** A captcha is used up by any attempt, whatever its result. */
  const spend = () => {
    setAnswer('')
    captcha.renew()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (sending) return
    setTouched(new Set(NAMES))
    setNotice(null)
    const first = NAMES.find((name) => problems[name])
    setFailure(NAMES.some((name) => problems[name]?.key === 'error.rule.required') ? 'register.missing' : null)
    if (first) return focus(first)
    setSending(true)
    try {
      await signUp({
        ...values,
        username: values.username.trim(),
        email: values.email.trim(),
        phone: values.phone.trim(),
        code: values.code.trim(),
      })
      onDone()
    } catch (error) {
      setSending(false)
      fail(error)
    }
  }

  const field = (name: Name, rest: Partial<LabelledInputProps> = {}): LabelledInputProps => {
    const problem = touched.has(name) ? problems[name] : undefined
    const error = problem ? t(problem.key, problem.args) : refused[name] ? t(refused[name]) : null
    return {
      name,
      label: t(labels[name]),
      value: values[name],
      error,
      spellCheck: false,
      autoCapitalize: 'none',
      onBlur: () => values[name] !== '' && setTouched((before) => new Set(before).add(name)),
      onChange: (value) => {
        setValues((before) => ({ ...before, [name]: value }))
        setRefused((before) => ({ ...before, [name]: '' }))
      },
      ...rest,
    }
  }
  const icon = { size: 14, strokeWidth: 1.9, 'aria-hidden': true } as const
  return (
    <form ref={form} className={css.fields} noValidate onSubmit={(event) => void submit(event)}>
      {failure && (
        <p className={css.alert} role="alert">
          {t(failure)}
        </p>
      )}
      <LabelledInput
        {...field('username', { autoComplete: 'username', maxLength: 60, autoFocus: true, icon: <User {...icon} /> })}
      />
      <PasswordInput
        t={t}
        {...field('password', { autoComplete: 'new-password', maxLength: 200, hint: t('register.length', { min }) })}
      />
      <LabelledInput
        {...field('email', { type: 'email', autoComplete: 'email', maxLength: 100, icon: <Mail {...icon} /> })}
      />
      <LabelledInput
        {...field('phone', {
          type: 'tel',
          inputMode: 'numeric',
          autoComplete: 'tel-national',
          maxLength: 11,
          hint: t('register.phoneHint'),
          icon: <Smartphone {...icon} />,
        })}
      />
      {asksCaptcha && (
        <CaptchaField
          t={t}
          captcha={captcha}
          value={answer}
          error={refused['captcha'] ? t(refused['captcha']) : null}
          onChange={(value) => {
            setAnswer(value)
            setRefused((before) => ({ ...before, captcha: '' }))
          }}
        />
      )}
      <div className={css.code}>
        <LabelledInput
          {...field('code', {
            inputMode: 'numeric',
            autoComplete: 'one-time-code',
            maxLength: 8,
            icon: <MessageSquareMore {...icon} />,
          })}
        />
        <CodeButton
          t={t}
          phone={values.phone}
          captcha={asksCaptcha ? answer : null}
          onFailed={(error) => {
            spend()
            fail(error)
          }}
          onSent={() => {
            spend()
            setRefused({})
            setFailure(null)
            setNotice(toOutbox ? 'register.outbox' : 'register.sent')
            focus('code')
          }}
        />
      </div>
      <p className={css.fieldHint} role="status">
        {notice && t(notice)}
      </p>
      <button type="submit" className={css.submit} aria-disabled={sending}>
        {t(sending ? 'register.submitting' : 'register.submit')}
        {!sending && <CornerDownLeft {...icon} />}
      </button>
    </form>
  )
}

const labels: Record<Name, string> = {
  username: 'signin.username',
  password: 'signin.password',
  email: 'register.email',
  phone: 'register.phone',
  code: 'register.code',
}
