import { useState } from 'react'
import { sendCode } from '../../../authProvider/signUp.ts'
import { isPhone } from './registration.ts'
import type { Translate } from './types.ts'
import { useCountdown } from './useCountdown.ts'

/** Seconds between two codes to one phone (spec 1 §9). */
const WAIT = 60

interface CodeButtonProps {
  t: Translate
  phone: string
  /** What was typed of the captcha; null where none is asked for. */
  captcha: string | null
  onSent: () => void
  onFailed: (error: unknown) => void
}

/** Has a code sent: for a valid phone only (spec 1 §5), then once a minute; the wait counts down in the button. */
export function CodeButton({ t, phone, captcha, onSent, onFailed }: CodeButtonProps) {
  const { left, start } = useCountdown()
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState(false)
  const send = async () => {
    setSending(true)
    try {
      await sendCode(phone.trim(), captcha?.trim() ?? null)
      setSent(true)
      start(WAIT)
      onSent()
    } catch (error) {
      onFailed(error)
    } finally {
      setSending(false)
    }
  }
  const words = sending
    ? t('register.sending')
    : left > 0
      ? t('register.again', { seconds: left })
      : t(sent ? 'register.resend' : 'register.send')
  return (
    <button
      type="button"
      disabled={sending || left > 0 || !isPhone(phone) || captcha?.trim() === ''}
      onClick={() => void send()}
    >
      {words}
    </button>
  )
}
