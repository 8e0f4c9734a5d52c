import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Logo } from '../../kit/index.ts'
import { useMyProject } from '../account/useMyProject.ts'

/** What the console is called: the caller's project with its logo (spec 1 §2.4), the product where there is none. */
export function Brand() {
  const translate = useTranslate()
  const { data } = useMyProject()
  const [broken, setBroken] = useState<string | null>(null)
  const name = data?.name || translate('shell.product')
  const logo = data?.ico && data.ico !== broken ? data.ico : null
  return (
    <Link to="/" className="shell-brand" title={name}>
      {logo ? (
        <img className="shell-brand__logo" src={logo} alt="" width={24} height={24} onError={() => setBroken(logo)} />
      ) : (
        <Logo />
      )}
      <span className="ellipsis">{name}</span>
    </Link>
  )
}
