import { Activity, Bell, LayoutDashboard, UserRound } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import { menuOf } from '../../../authProvider/landing.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { overview } from '../../../resources/menu.ts'
import { ALARMS_KEY } from '../../../resources/pageKeys.ts'
import { useCaller, useExtensions } from '../../kit/index.ts'
import { ALARMS } from '../../alarms/address.ts'
import { useAlarmCount } from '../../alarms/bell/count.ts'
import { isAt } from '../../kit/hooks/isAt.ts'
import { shownMoment } from '../../live/moment.ts'
import css from './shell.module.css'
import textCss from '../../kit/text.module.css'

/**
 * Tabs at the foot of a phone (design k1): overview, monitoring and alarms as far as they may be opened, and the user.
 * The alarms are counted as of the moment that the page shows, where that is known.
 */
export function BottomTabs({ onMe }: { onMe: () => void }) {
  const translate = useTranslate()
  const caller = useCaller()
  const location = useLocation()
  const { pathname } = location
  const isPast = shownMoment(location) !== null
  const count = useAlarmCount()
  const extensions = useExtensions()
  const monitor = menuOf(caller, extensions ?? new Set())
    .find(({ key }) => key === '2')
    ?.entries.find(({ path }) => path !== ALARMS)
  const tabs = [
    ...(mayOpen(caller, overview.key)
      ? [
          {
            path: overview.path,
            label: translate(`menu.${overview.key}`),
            Icon: LayoutDashboard,
            here: isAt(pathname, overview.path),
          },
        ]
      : []),
    ...(monitor
      ? [
          {
            path: monitor.path,
            label: translate('shell.tabMonitor'),
            Icon: Activity,
            here: pathname.startsWith('/monitor/') && !isAt(pathname, ALARMS),
          },
        ]
      : []),
    ...(mayOpen(caller, ALARMS_KEY)
      ? [{ path: ALARMS, label: translate('shell.tabAlarms'), Icon: Bell, here: isAt(pathname, ALARMS) }]
      : []),
  ]
  return (
    <nav className={css.tabs} aria-label={translate('shell.tabs')}>
      {tabs.map(({ path, label, Icon, here }) => (
        <Link key={path} to={path} className={css.tab} aria-current={here ? 'page' : undefined}>
          <Icon size={20} strokeWidth={1.7} aria-hidden />
          {path === ALARMS && count !== null && count > 0 && (
            <span className={css.tabCount} data-of={isPast ? 'then' : undefined}>
              {count > 99 ? '99+' : count}
            </span>
          )}
          <span className={textCss.ellipsis}>{label}</span>
        </Link>
      ))}
      <button type="button" className={css.tab} aria-haspopup="dialog" onClick={onMe}>
        <UserRound size={20} strokeWidth={1.7} aria-hidden />
        <span className={textCss.ellipsis}>{translate('shell.tabMe')}</span>
      </button>
    </nav>
  )
}
