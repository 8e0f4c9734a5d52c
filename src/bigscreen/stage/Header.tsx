import { clsx } from 'clsx'
import { platformNow } from '../../../dataProvider/clock.ts'
import { startClock } from './clock.ts'
import { Maximize, Minimize } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useMemo, useEffect, useState, useId, useCallback, useSyncExternalStore } from 'react'
import { languageTag } from '../../../i18n/types.ts'
import { useZone } from '../../chart/useZone.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import type { Poller } from '../../live/poller.ts'
import { usePollState } from '../../live/usePoll.ts'
import { StatusMark, useLanguage } from '../../kit/index.ts'
import type { LayoutChoice } from '../useLayout.ts'
import { POLL_INTERVAL_MS, isOld } from '../useScreenDevices.ts'
import { LayoutSwitch } from './LayoutSwitch.tsx'
import { WaysOut } from './WaysOut.tsx'
import css from './head.module.css'

interface HeaderProps {
  poll: Poller
  /** The screen is dimmed for the night. */
  dimmed: boolean
  choice: LayoutChoice
}

/**
 * Clock and date, the title, the age of the data, the layout switch, and the ways out. Only the parts that change every
 * second are rendered every second.
 */
export function Header({ poll, dimmed, choice: { layout, onLayout } }: HeaderProps) {
  const translate = useTranslate()
  const screen = useFullScreen()
  return (
    <header className={css.head}>
      <HeadLine />
      <Now />
      {layout && onLayout && <LayoutSwitch layout={layout} onLayout={onLayout} />}
      <h1>{translate('bigscreen.title')}</h1>
      <div className={css.headTools}>
        <Freshness poll={poll} dimmed={dimmed} />
        {screen && (
          <button type="button" className={css.button} onClick={screen.toggle}>
            {screen.full ? <Minimize size={18} aria-hidden /> : <Maximize size={18} aria-hidden />}
            {translate(screen.full ? 'bigscreen.leaveFull' : 'bigscreen.full')}
          </button>
        )}
        <WaysOut />
      </div>
    </header>
  )
}

function Now() {
  const zone = useZone()
  const now = useSecond()
  const day = zone.day(now)
  const date = useDateWords(zone, day)
  return (
    <p className={css.now}>
      <time dateTime={`${day}T${zone.clock(now)}`}>{zone.clock(now)}</time>
      <span>{date}</span>
    </p>
  )
}

/** Returns year, month, day and weekday of a calendar day in the current language. */
function useDateWords(zone: Zone, day: string): string {
  const language = useLanguage()
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(languageTag[language], { timeZone: zone.name, ...options }).format(zone.startOf(day))
    return `${format({ year: 'numeric', month: 'long', day: 'numeric' })}  ${format({ weekday: 'long' })}`
  }, [language, zone, day])
}

/** Announced to screen readers only when it changes between fresh and old. */
function Freshness({ poll, dimmed }: Pick<HeaderProps, 'poll' | 'dimmed'>) {
  const translate = useTranslate()
  const zone = useZone()
  const { updatedAt, error } = usePollState(poll)
  const old = isOld({ updatedAt, error }, useSecond())
  const words = old
    ? updatedAt === null
      ? translate('bigscreen.noData')
      : translate('bigscreen.old', { time: zone.clock(updatedAt) })
    : updatedAt === null
      ? translate('bigscreen.first')
      : translate('bigscreen.fresh', { seconds: POLL_INTERVAL_MS / 1000 })
  return (
    <p className={clsx(css.fresh, old && css.freshOld)} role="status">
      {/* Before the first answer the data is neither fresh nor old. */}
      <StatusMark status={old ? 'stale' : updatedAt === null ? 'unknown' : 'online'} />
      {words}
      {dimmed && !old && ` · ${translate('bigscreen.dimmed')}`}
    </p>
  )
}

/**
 * Returns the current time, ms since the epoch; updated at the start of each second, and at once when the tab becomes
 * visible.
 */
function useSecond(): number {
  const [now, setNow] = useState(() => platformNow())
  useEffect(() => {
    const show = () => setNow(platformNow())
    const stop = startClock(show, () => {})
    document.addEventListener('visibilitychange', show)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', show)
    }
  }, [])
  return now
}

/**
 * The outline below the title: from both edges inwards, and down around the text. Its middle keeps its size at any
 * screen width.
 */
function HeadLine() {
  const id = useId()
  return (
    <svg className={css.headLine} viewBox="0 0 740 40" aria-hidden>
      <defs>
        <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" x2="740">
          <stop className={css.headStop} offset="0" stopOpacity="0.55" />
          <stop className={css.headStop} offset="0.5" />
          <stop className={css.headStop} offset="1" stopOpacity="0.55" />
        </linearGradient>
      </defs>
      <path d="M0 2L44 38H696L740 2" stroke={`url(#${id})`} />
    </svg>
  )
}

/**
 * Returns whether the page is in full screen, and a toggle; null if the browser has no full-screen mode, as on phones.
 */
function useFullScreen(): { full: boolean; toggle: () => void } | null {
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement != null)
  // After a refusal the state is unchanged, which the button shows.
  const toggle = useCallback(
    () =>
      void (
        document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
      ).catch(() => {}),
    [],
  )
  return document.fullscreenEnabled ? { full, toggle } : null
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
