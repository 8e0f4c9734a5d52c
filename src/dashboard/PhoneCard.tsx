import { clsx } from 'clsx'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { contact } from '../../resources/contact.ts'
import { mayOpen } from '../../resources/kit/access.ts'
import { useCaller } from '../kit/index.ts'
import { isLoopback } from '../kit/loopback.ts'
import css from './overview.module.css'
import dashboardCss from './dashboard.module.css'

/**
 * The console's address as a QR code for phones, and the link to alarms by WeChat. WeChat accounts are bound per
 * contact, each with a code of its own, so that the link leads to the contacts. Renders nothing if the address is
 * reachable from this computer only.
 */
export function PhoneCard() {
  const translate = useTranslate()
  const caller = useCaller()
  if (isLoopback(location.hostname)) return null
  const address = `${location.origin}/`
  return (
    <section className={clsx(dashboardCss.card, css.overviewCard, css.phone)} aria-label={translate('dashboard.phone')}>
      <span className={css.qr}>
        <QRCodeSVG
          value={address}
          size={84}
          marginSize={2}
          role="img"
          aria-label={translate('dashboard.qr', { address })}
        />
      </span>
      <div className={css.figures}>
        <h2>{translate('dashboard.phone')}</h2>
        <p className={css.hint}>{translate('dashboard.phoneHint')}</p>
        {mayOpen(caller, contact.menuKey) && (
          <Link className={dashboardCss.link} to={`/${contact.path}`}>
            {translate('dashboard.wechat')}
          </Link>
        )}
      </div>
    </section>
  )
}
