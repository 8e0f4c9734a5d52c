import { clsx } from 'clsx'
import { Siren } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { ALARMS } from '../alarms/address.ts'
import { Skeleton } from '../kit/index.ts'
import { ALARM_DAYS } from './figures.ts'
import { MissingFigures } from './MissingFigures.tsx'
import type { AlarmTotal, Polled } from './useOverview.ts'
import css from './overview.module.css'
import liveCss from './live.module.css'
import dashboardCss from './dashboard.module.css'

/** Alarms of the last 7, 15 and 30 days; the bars compare them with the 30 days. */
export function AlarmCard({ data, poll, pageError }: Polled<readonly AlarmTotal[]> & { pageError: unknown }) {
  const translate = useTranslate()
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
            <Days days={days} first={index === 0} />
            <Skeleton width="70%" height={24} />
            <Skeleton height={4} />
            <Skeleton width="50%" />
          </div>
        ))}
      {data?.map(({ days, total }, index) => (
        <div key={days} className={css.alarm}>
          <Days days={days} first={index === 0} />
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

function Days({ days, first }: { days: number; first: boolean }) {
  const translate = useTranslate()
  return (
    <h2>
      {first && <Siren size={14} strokeWidth={1.9} aria-hidden />}
      <Link to={ALARMS}>{translate(first ? 'dashboard.alarmDays' : 'dashboard.days', { days })}</Link>
    </h2>
  )
}
