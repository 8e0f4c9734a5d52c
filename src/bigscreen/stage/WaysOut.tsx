import { clsx } from 'clsx'
import { LayoutDashboard, LogIn, MonitorUp } from 'lucide-react'
import { useLogout, useTranslate } from 'react-admin'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '../../../dataProvider/http.ts'
import { useExtensions, useMe } from '../../kit/index.ts'
import css from './head.module.css'

/**
 * The ways out of the big screen: to the console, or to stay. Staying turns this sign-in into that of a wall screen,
 * valid for a year and only for this page, so it asks for confirmation first; after that, leaving requires a new
 * sign-in.
 */
export function WaysOut() {
  const translate = useTranslate()
  const logout = useLogout()
  const { wall } = useMe()
  const stays = useExtensions()?.has('renew') === true
  const [confirming, setConfirming] = useState(false)
  const [failed, setFailed] = useState(false)
  const stay = () =>
    void call('POST', 'renew').then(
      () => location.reload(),
      () => setFailed(true),
    )
  if (wall)
    return (
      <button type="button" className={clsx(css.button, css.buttonOn)} onClick={() => void logout()}>
        <LogIn size={18} aria-hidden />
        {translate('bigscreen.signIn')}
      </button>
    )
  return (
    <>
      {stays && (
        <button
          type="button"
          className={css.button}
          title={translate('bigscreen.stayHint')}
          onClick={() => (confirming ? stay() : setConfirming(true))}
          onBlur={() => setConfirming(false)}
        >
          <MonitorUp size={18} aria-hidden />
          {translate(failed ? 'bigscreen.stayFailed' : confirming ? 'bigscreen.staySure' : 'bigscreen.stay')}
        </button>
      )}
      <Link to="/" className={clsx(css.button, css.buttonOn)}>
        <LayoutDashboard size={18} aria-hidden />
        {translate('bigscreen.console')}
      </Link>
    </>
  )
}
