import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { captchaUrl } from '../../authProvider/signIn.ts'
import type { Translate } from './types.ts'

/** The captcha image's address, and a new one on demand. */
export function useCaptcha() {
  const [url, setUrl] = useState(captchaUrl)
  return { url, renew: () => setUrl(captchaUrl()) }
}

/** The image and the sign beside it are one button: another image. */
export function Captcha({ t, url, renew }: { t: Translate; url: string; renew: () => void }) {
  const [broken, setBroken] = useState<string | null>(null)
  const failed = broken === url
  const name = t(failed ? 'signin.captchaFailed' : 'signin.captchaNext')
  return (
    <button type="button" className="signin-captcha__button" aria-label={name} title={name} onClick={renew}>
      <span className="signin-captcha__image">
        {failed ? <span className="signin-captcha__failed">{name}</span> : <img key={url} src={url} alt="" width={104} height={40} onError={() => setBroken(url)} />}
      </span>
      <span className="signin-captcha__next">
        <RefreshCw size={16} strokeWidth={1.75} />
      </span>
    </button>
  )
}
