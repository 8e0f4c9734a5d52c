import { RefreshCw, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { captchaUrl } from '../../../authProvider/signIn.ts'
import { LabelledInput } from './LabelledInput.tsx'
import type { Translate } from './types.ts'
import css from './signin.module.css'

/** Returns the address of the captcha image, and a function that requests a new image. */
export function useCaptcha() {
  const [url, setUrl] = useState(captchaUrl)
  return { url, renew: () => setUrl(captchaUrl()) }
}

interface CaptchaFieldProps {
  t: Translate
  captcha: ReturnType<typeof useCaptcha>
  value: string
  error: string | null
  onChange: (value: string) => void
}

/** Input for the text in the image, with the image beside it. */
export const CaptchaField = ({ t, captcha, ...field }: CaptchaFieldProps) => (
  <div className={css.captcha}>
    <LabelledInput
      name="captcha"
      label={t('signin.captcha')}
      icon={<ShieldCheck size={14} strokeWidth={1.9} aria-hidden="true" />}
      placeholder={t('signin.captchaHint')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={12}
      {...field}
    />
    <Captcha t={t} {...captcha} />
  </div>
)

/** The image and the icon beside it are one button, which requests another image. */
function Captcha({ t, url, renew }: { t: Translate; url: string; renew: () => void }) {
  const [broken, setBroken] = useState<string | null>(null)
  const failed = broken === url
  const name = t(failed ? 'signin.captchaFailed' : 'signin.captchaNext')
  return (
    <button type="button" className={css.captchaButton} aria-label={name} title={name} onClick={renew}>
      <span className={css.captchaImage}>
        {failed ? (
          <span className={css.captchaFailed}>{name}</span>
        ) : (
          <img key={url} src={url} alt="" width={104} height={40} onError={() => setBroken(url)} />
        )}
      </span>
      <span className={css.captchaNext}>
        <RefreshCw size={16} strokeWidth={1.75} />
      </span>
    </button>
  )
}
