import { clsx } from 'clsx'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Logo } from '../../kit/index.ts'
import textCss from '../../kit/text.module.css'
import { useMyProject } from '../account/useMyProject.ts'
import css from './shell.module.css'

/** What the console is called: the caller's project with its logo (spec 1 §2.4), the product where there is none. */
export function Brand() {
  const translate = useTranslate()
  const { data } = useMyProject()
  const [broken, setBroken] = useState<string | null>(null)
  const name = data?.name || translate('shell.product')
  const logo = data?.ico && data.ico !== broken ? data.ico : null
  return (
    <Link to="/" className={css.brand} data-part="brand" title={name}>
      {logo ? (
        <img className={css.brandLogo} src={logo} alt="" width={24} height={24} onError={() => setBroken(logo)} />
      ) : (
        <Logo />
      )}
      <span className={clsx(textCss.ellipsis, css.brandName)}>{name}</span>
    </Link>
  )
}
