import { clsx } from 'clsx'
import { Siren } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { mayOpen } from '../../resources/kit/access.ts'
import { addDays, type Zone } from '../../resources/kit/zone.ts'
import { alarmsAddress } from '../alarms/address.ts'
import { Skeleton, useCaller } from '../kit/index.ts'
import { useClock } from '../live/useClock.ts'
import { ALARM_DAYS } from './figures.ts'
import { MissingFigures } from './MissingFigures.tsx'
import { useAlarmTotals } from './useOverview.ts'
import css from './overview.module.css'
import liveCss from './live.module.css'
import dashboardCss from './dashboard.module.css'

interface AlarmCardProps {
  zone: Zone
  /** Incremented by each manual refresh. */
  refreshCount: number
  /** The error that the page shows already, or null. */
  pageError: unknown
}

/** The number of alarms in the last 7, 15 and 30 days, for users who may read the records. */
export function AlarmCard(props: AlarmCardProps) {
  return mayOpen(useCaller(), '2-3') ? <Totals {...props} /> : null
}

/** Each number links to its alarms; the bars compare them with the 30 days. */
function Totals({ zone, refreshCount, pageError }: AlarmCardProps) {
  const translate = useTranslate()
  const { data, poll } = useAlarmTotals(zone, refreshCount)
  const today = zone.day(useClock(60_000))
  const most = data?.at(-1)?.total ?? 0
  return (
    <section
      className={clsx(dashboardCss.card, css.overviewCard, css.alarms)}
      aria-label={translate('dashboard.alarms')}
      aria-busy={data === null && poll.busy}
      data-stale={(data !== null && poll.error !== null) || undefined}
    >
      {data === null && poll.error !== null && (
        <div className={clsx(css.figures, css.figuresLoose)}>
          <h2>
            <Siren size={14} strokeWidth={1.9} aria-hidden />
            {translate('dashboard.alarms')}
          </h2>
          <MissingFigures error={poll.error} pageError={pageError} onRetry={() => void poll.refresh()} />
        </div>
      )}
      {data === null &&
        poll.error === null &&
        ALARM_DAYS.map((days, index) => (
          <div key={days} className={clsx(css.alarm, css.alarmLoose)}>
            <Days days={days} today={today} first={index === 0} />
            <Skeleton width="70%" height={24} />
            <Skeleton height={4} />
            <Skeleton width="50%" />
          </div>
        ))}
      {data?.map(({ days, total }, index) => (
        <div key={days} className={css.alarm}>
          <Days days={days} today={today} first={index === 0} />
          <p className={dashboardCss.number}>
            {total.toLocaleString('en')}
            <small> {translate('dashboard.times', { smart_count: total })}</small>
          </p>
          <span className={clsx(liveCss.track, liveCss.trackAlarm)} aria-hidden="true">
            {total > 0 && <i style={{ width: `${(Math.min(1, total / Math.max(1, most)) * 100).toFixed(1)}%` }} />}
          </span>
          <p className={css.mean}>{translate('dashboard.mean', { count: (total / days).toFixed(1) })}</p>
        </div>
      ))}
    </section>
  )
}

function Days({ days, today, first }: { days: number; today: string; first: boolean }) {
  const translate = useTranslate()
  return (
    <h2>
      {first && <Siren size={14} strokeWidth={1.9} aria-hidden />}
      {/* The inbox needs the view "all", since it defaults to what needs handling; records have no view. */}
      <Link to={alarmsAddress({ view: 'all', first: addDays(today, 1 - days) })}>
        {translate(first ? 'dashboard.alarmDays' : 'dashboard.days', { days })}
      </Link>
    </h2>
  )
}
