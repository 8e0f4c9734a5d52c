import { useState, useEffect } from 'react'
import { sendCode } from '../../../authProvider/signUp.ts'
import { isPhone } from './registration.ts'
import type { Translate } from './types.ts'

/** Seconds between two codes to the same phone (spec 1 §9). */
const RESEND_SECONDS = 60

interface CodeButtonProps {
  t: Translate
  phone: string
  /** Typed answer to the captcha; null where none is required. */
  captcha: string | null
  onSent: () => void
  onFailed: (error: unknown) => void
}

/**
 * Button that sends a code: to a valid phone number only (spec 1 §5), then once a minute; the button counts down the
 * wait.
 */
export function CodeButton({ t, phone, captcha, onSent, onFailed }: CodeButtonProps) {
  const { left, start } = useCountdown()
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState(false)
  const send = async () => {
    setSending(true)
    try {
      await sendCode(phone.trim(), captcha?.trim() ?? null)
      setSent(true)
      start(RESEND_SECONDS)
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

/**
 * Returns the remaining seconds of a wait, calculated from the clock, so that they are right after the page was
 * suspended. 0 while none runs.
 */
function useCountdown(): { left: number; start: (seconds: number) => void } {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const look = () => {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }
    const timer = setInterval(look, 250)
    look()
    return () => clearInterval(timer)
  }, [until])
  return { left, start: (seconds) => setUntil(Date.now() + seconds * 1000) }
}
