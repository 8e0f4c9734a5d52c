import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { Poll } from '../live/usePoll.ts'
import { Skeleton, StatusMark } from '../kit/index.ts'
import type { Count } from './figures.ts'
import { MissingFigures } from './MissingFigures.tsx'
import OnlineRing from './OnlineRing.tsx'
import css from './overview.module.css'
import dashboardCss from './dashboard.module.css'

interface RingCardProps {
  label: string
  icon: LucideIcon
  /** null before the first answer. */
  count: Count | null
  poll: Pick<Poll, 'busy' | 'error' | 'refresh'>
  /** The error that the page shows already, or null. */
  pageError: unknown
}

/**
 * How many are online: a ring, the number out of all, and the states as text; states that the platform does not report
 * are left out.
 */
export function RingCard({ label, icon: Icon, count, poll, pageError }: RingCardProps) {
  const translate = useTranslate()
  const known = count ? count.online + count.offline : 0
  const unknown = count ? Math.max(0, count.total - known) : 0
  return (
    <section
      className={clsx(dashboardCss.card, css.overviewCard, css.ringCard)}
      aria-label={label}
      aria-busy={count === null && poll.busy}
      data-stale={(count !== null && poll.error !== null) || undefined}
    >
      {count === null && poll.error !== null && (
        <div className={clsx(css.figures, css.figuresLoose)}>
          <Title icon={Icon} label={label} />
          <MissingFigures error={poll.error} pageError={pageError} onRetry={() => void poll.refresh()} />
        </div>
      )}
      {count === null && poll.error === null && (
        <>
          <span className={css.ring} />
          <div className={clsx(css.figures, css.figuresLoose)}>
            <Title icon={Icon} label={label} />
            <Skeleton width="60%" height={24} />
            <Skeleton width="80%" />
          </div>
        </>
      )}
      {count && (
        <>
          <OnlineRing label={label} count={count} />
          <div className={css.figures}>
            <Title icon={Icon} label={label} />
            <p className={dashboardCss.number}>
              {known === 0 && unknown > 0 ? '—' : count.online}
              <small> / {count.total}</small>
            </p>
            <p className={css.states}>
              {(known > 0 || unknown === 0) && (
                <>
                  <span>
                    <StatusMark status="online" />
                    {translate('dashboard.online', { count: count.online })}
                  </span>
                  <span>
                    <StatusMark status="offline" />
                    {translate('dashboard.offline', { count: count.offline })}
                  </span>
                </>
              )}
              {unknown > 0 && (
                <span>
                  <StatusMark status="unknown" />
                  {translate('dashboard.unknown', { count: unknown })}
                </span>
              )}
            </p>
          </div>
        </>
      )}
    </section>
  )
}

const Title = ({ icon: Icon, label }: Pick<RingCardProps, 'icon' | 'label'>) => (
  <h2>
    <Icon size={14} strokeWidth={1.9} aria-hidden />
    {label}
  </h2>
)
