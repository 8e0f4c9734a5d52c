import { clsx } from 'clsx'
import { BellRing, Bell as BellIcon } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, use, useEffect, useId, useRef, useState, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useSearchParams } from 'react-router-dom'
import { BarButton } from '../../kit/buttons.tsx'
import { shownMoment, withoutMoment } from '../../live/moment.ts'
import { useClock } from '../../live/useClock.ts'
import { DeviceStoreContext } from '../../live/useDevice.ts'
import { DockContext } from './dock.ts'
import { isAt } from '../../kit/hooks/isAt.ts'
import textCss from '../../kit/text.module.css'
import { ALARMS } from '../address.ts'
import { type Alarm, newOnes } from './alarms.ts'
import { beep, notifyOf, spoken } from './announce.ts'
import { setAlarmCount } from './count.ts'
import { rememberClosed, soundOn, wasClosed } from './settings.ts'
import { useAlarms } from './useAlarms.ts'
import { usePastAlarms } from './usePastAlarms.ts'
import css from './bell.module.css'

const BellPanel = lazy(() => import('./BellPanel.tsx'))
const AlarmsDialog = lazy(() => import('./AlarmsDialog.tsx'))
const NewsOfNow = lazy(() => import('./NewsOfNow.tsx'))
const PastCount = lazy(() => import('./PastCount.tsx'))

/**
 * The current alarms (spec 1 §2.4): their number, a strip docked below the page, and a table. For users who may see the
 * live data or work on alarms. While the page shows a past moment, the number, the strip and the table are of the alarms
 * of that moment; where those are unknown there is no strip. New alarms are still announced, and stand in a notice apart
 * from the alarms of then, which leads back to now.
 */
export default function AlarmBell() {
  const translate = useTranslate()
  const live = useAlarms()
  const { alarms, count, store } = live
  const [panel, setPanel] = useState<'closed' | 'byItself' | 'byUser'>('closed')
  const [table, setTable] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const [news, setNews] = useState<News | null>(null)
  const [, setAddress] = useSearchParams()
  const dock = use(DockContext)
  const location = useLocation()
  const { pathname } = location
  const moment = shownMoment(location)
  const then = useId()
  const inAlarms = isAt(pathname, ALARMS)
  const past = usePastAlarms(moment)
  const listed = past ?? live
  const hasStrip = !inAlarms && (moment === null || past !== null)
  const shown = panel !== 'closed' && !table && hasStrip
  const button = useRef<HTMLButtonElement>(null)
  const isRinging = count > 0 && moment === null
  const label = alarms ? translate('bell.label', { smart_count: count }) : translate('bell.labelUnknown')

  // The strip of now shows them; at a past moment they wait in a notice.
  if (news !== null && moment === null) {
    setNews(null)
    if (news.by === 'byUser') setPanel('byUser')
    else if (!wasClosed()) setPanel((before) => (before === 'closed' ? 'byItself' : before))
  }
  const fresh = news === null || moment === null ? [] : (alarms ?? []).filter(({ key }) => news.keys.has(key))
  const tell = (found: readonly Alarm[], by: News['by']) =>
    setNews((before) => ({ by, keys: new Set([...(before?.keys ?? []), ...found.map(({ key }) => key)]) }))

  useNews(alarms, (found, first) => {
    const said = spoken(found, translate)
    setAnnouncement(
      first
        ? translate('bell.there', { smart_count: found.length })
        : moment === null
          ? said
          : translate('bell.newNow', { said }),
    )
    // At a past moment the bell does not show that there are more alarms now: they are told even if the user closed the
    // strip in this session.
    if (!first || !wasClosed()) tell(found, 'byItself')
    if (first) return
    if (soundOn()) beep(Math.min(...found.map(({ level }) => level ?? UNKNOWN)))
    const [newest] = found
    if (newest) notifyOf(tagOf(newest), newest.message, said, () => tell(found, 'byUser'))
  })
  const told = (moment === null ? alarms && count : past?.alarms && past.count) ?? null
  useEffect(() => setAlarmCount(told), [told])
  useEffect(() => () => setAlarmCount(null), [])
  const close = () => {
    // The strip of now, which opens by itself, stays closed for the session only if it was that which was closed.
    if (moment === null) rememberClosed()
    setPanel('closed')
  }
  /**
   * Handles a press on the bell. Where there is no strip the bell opens the table: on the page of alarms, which the strip
   * would repeat, and at a past moment whose alarms are unknown, where the table is of now, as is the bell's number.
   */
  const press = () => {
    if (!hasStrip) setTable(true)
    else if (panel === 'closed') setPanel('byUser')
    else close()
  }
  const toNow = () => {
    setNews((before) => before && { ...before, by: 'byUser' })
    setAddress(withoutMoment, { replace: true })
    button.current?.focus()
  }
  const forget = () => {
    setNews(null)
    button.current?.focus()
  }
  const notice = fresh.length > 0 && (
    <Suspense fallback={null}>
      <NewsOfNow alarms={fresh} count={count} onNow={toNow} onClose={forget} />
    </Suspense>
  )
  const strip = shown && (
    <BellPanel
      alarms={listed.alarms}
      count={listed.count}
      failed={listed.failed}
      areaNames={listed.areaNames}
      moment={past && moment}
      takeFocus={panel === 'byUser'}
      onClose={(inside) => {
        close()
        if (inside) button.current?.focus()
      }}
      onMore={() => setTable(true)}
    />
  )

  const docked = (
    <>
      {notice}
      {strip}
    </>
  )

  return (
    <DeviceStoreContext.Provider value={store}>
      <div className={css.bell}>
        <BarButton
          ref={button}
          iconOnly
          className={clsx(css.button, isRinging && css.buttonOn)}
          aria-label={label}
          aria-describedby={moment === null ? undefined : then}
          title={label}
          aria-haspopup="dialog"
          aria-expanded={shown}
          onClick={press}
        >
          {isRinging ? <RingingIcon /> : <BellIcon size={16} strokeWidth={1.75} aria-hidden />}
          {isRinging && (
            <span className={css.count} aria-hidden>
              {count > 99 ? '99+' : count}
            </span>
          )}
          {moment !== null && (
            <Suspense fallback={null}>
              <PastCount id={then} moment={moment} count={alarms && count} />
            </Suspense>
          )}
        </BarButton>
        <Suspense fallback={null}>
          {dock ? createPortal(docked, dock) : docked}
          {table && (
            <AlarmsDialog
              alarms={listed.alarms}
              count={listed.count}
              areaNames={listed.areaNames}
              moment={past && moment}
              onClose={() => setTable(false)}
            />
          )}
        </Suspense>
        <div className={textCss.visuallyHidden} aria-live="assertive" aria-atomic="true">
          {announcement}
        </div>
      </div>
    </DeviceStoreContext.Provider>
  )
}

/** New alarms that no strip of now has shown yet, by their keys; `by`: whether the user asked for them. */
interface News {
  keys: ReadonlySet<string>
  by: 'byItself' | 'byUser'
}

/** How often the bell swings while alarms exist (design, tokens 5), ms. */
const SWING_INTERVAL_MS = 8000

/**
 * The bell that swings as soon as it is there. Each new element begins the animation anew: one that never ended would
 * make the browser draw every frame of the page for as long as an alarm lasts.
 */
function RingingIcon() {
  return <BellRing key={useClock(SWING_INTERVAL_MS)} size={16} strokeWidth={1.75} aria-hidden />
}

/**
 * Tag of an alarm's notification. An episode that fires again or gets worse gets another tag, because a browser
 * replaces a notification of a known tag silently.
 */
const tagOf = ({ key, firedAt, level }: Alarm): string => (firedAt === null ? key : [key, firedAt, level].join(':'))

/** Level whose sound an alarm of unknown level gets. */
const UNKNOWN = 2

/**
 * Calls back once for each alarm that is new, fired again or got worse; `first` is true for the alarms that exist when
 * the console opens.
 */
function useNews(alarms: readonly Alarm[] | undefined, onNews: (news: readonly Alarm[], first: boolean) => void): void {
  const before = useRef<ReadonlyMap<string, Alarm> | null>(null)
  const reportNews = useEffectEvent(onNews)
  useEffect(() => {
    if (alarms === undefined) return
    const first = before.current === null
    const news = newOnes(before.current ?? new Map(), alarms)
    before.current = new Map(alarms.map((alarm) => [alarm.key, alarm]))
    if (news.length > 0) reportNews(news, first)
  }, [alarms])
}
