import { ArrowLeft, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { followStart, followsStart } from '../../kit/startTrail.ts'

/** Over each page while an empty platform is set up: the way back to the steps, until it is closed. */
export function StartTrail() {
  const translate = useTranslate()
  // A new page is when it may have begun or ended.
  const { pathname } = useLocation()
  const [closed, setClosed] = useState(false)
  if (closed || pathname === '/' || !followsStart()) return null
  const close = () => {
    followStart(false)
    setClosed(true)
  }
  return (
    <div className="shell-trail">
      <Link to="/">
        <ArrowLeft size={14} strokeWidth={1.9} aria-hidden />
        {translate('shell.toStart')}
      </Link>
      <button
        type="button"
        className="ui-icon-button"
        aria-label={translate('shell.close')}
        title={translate('shell.close')}
        onClick={close}
      >
        <X size={14} strokeWidth={1.9} aria-hidden />
      </button>
    </div>
  )
}
