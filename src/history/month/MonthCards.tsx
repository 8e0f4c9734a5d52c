import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import type { Zone } from '../../../resources/kit/zone.ts'
import type { Range } from '../../chart/model.ts'
import { InlineError, Skeleton } from '../../kit/index.ts'
import { useClock } from '../../live/useClock.ts'
import { DayByHour } from './Carpet.tsx'
import { ClassCalendar } from './ClassCalendar.tsx'
import { mediumOfLine } from './hours.ts'
import { PollutionRose } from './Rose.tsx'
import type { Month } from './useMonth.ts'
import css from './month.module.css'

interface MonthCardsProps {
  device: number
  month: Month
  /** The day under the pointer, in any of the pictures. */
  day: string | null
  onDay: (day: string | null) => void
  fullRange: Range
  zone: Zone
}

/**
 * Pictures below a long span: the calendar of classes, the pollution rose, the days by hour. The day under the pointer
 * is highlighted in all of them.
 */
export function MonthCards({ device, month, day, onDay, fullRange, zone }: MonthCardsProps) {
  const translate = useTranslate()
  const { hours, line, judged, wind } = month
  const today = zone.day(useClock(60_000))
  const [first, end] = [zone.day(fullRange.from), zone.day(fullRange.to)]
  const last = end > today ? today : end
  const medium = line ? (mediumOfLine(line) ?? null) : null
  const hourly = (draw: (own: NonNullable<typeof line>) => ReactNode): ReactNode => {
    if (hours.error) return <InlineError error={hours.error} onRetry={hours.retry} />
    return line ? draw(line) : <Skeleton width="100%" height={220} />
  }
  return (
    <div className={css.cards} data-part="month-cards">
      <Card title={translate('history.byDay.calendar')} note={translate('history.byDay.calendarNote')}>
        <ClassCalendar device={device} medium={medium} of={last} today={today} zone={zone} day={day} onDay={onDay} />
      </Card>
      <Card title={translate('history.byDay.rose')} note={translate('history.byDay.roseNote')}>
        {hourly((own) => (
          <PollutionRose line={own} judged={judged} wind={wind} zone={zone} day={day} />
        ))}
      </Card>
      <Card
        title={translate('history.byDay.carpet')}
        note={translate(judged.isJudged ? 'history.byDay.carpetNote' : 'history.byDay.carpetPlain')}
      >
        {hourly((own) => (
          <DayByHour line={own} judged={judged} first={first} last={last} zone={zone} day={day} onDay={onDay} />
        ))}
      </Card>
    </div>
  )
}

const Card = ({ title, note, children }: { title: string; note: string; children: ReactNode }) => (
  <section className={css.card} aria-label={title}>
    <h3>
      {title} <small>{note}</small>
    </h3>
    {children}
  </section>
)
