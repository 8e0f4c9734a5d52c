import { IconButton } from '@mui/material'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState, type ComponentProps } from 'react'
import { DayPicker } from 'react-day-picker'
import { platformNow } from '../../../dataProvider/clock.ts'
import { dateOf, dayOf } from '../../../resources/kit/zone.ts'
import { withinDays, type DayLimits } from './days.ts'
import { useZone } from '../hooks/useZone.ts'
import css from './days.module.css'
import { useDateWords } from './useDateWords.ts'

export interface DaysProps extends DayLimits {
  label: string
  /** YYYY-MM-DD; '' while none is chosen. */
  day: string
  onChoose: (day: string) => void
}

/**
 * The days of a month, Monday first, to choose one: react-day-picker in UTC, where every calendar day exists exactly
 * once.
 */
export default function Days({ label, day, min, max, onChoose }: DaysProps) {
  const translate = useTranslate()
  const words = useDateWords()
  const zone = useZone()
  const [today] = useState(() => zone.day(platformNow()))
  // The day with the initial focus: the chosen one, or today.
  const start = dateOf(withinDays(day || today, { min, max }))
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      timeZone="UTC"
      weekStartsOn={1}
      navLayout="around"
      today={start}
      defaultMonth={start}
      startMonth={dateOf(min ?? EARLIEST)}
      endMonth={dateOf(max)}
      disabled={[{ before: dateOf(min ?? EARLIEST) }, { after: dateOf(max) }]}
      selected={day === '' ? undefined : dateOf(day)}
      onSelect={(chosen) => onChoose(dayOf(chosen))}
      formatters={{
        formatCaption: (month) => words(month, { year: 'numeric', month: 'long' }),
        formatWeekdayName: (weekday) => words(weekday, { weekday: 'narrow' }),
      }}
      labels={{
        labelGrid: () => label,
        labelPrevious: () => translate('ui.previousMonth'),
        labelNext: () => translate('ui.nextMonth'),
        labelWeekday: (weekday) => words(weekday, { weekday: 'long' }),
        labelDayButton: (date) => words(date, { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' }),
      }}
      components={{ Chevron, PreviousMonthButton: MonthButton, NextMonthButton: MonthButton }}
      classNames={classNames}
    />
  )
}

const Chevron = ({ orientation }: { orientation?: 'left' | 'right' | 'up' | 'down' | undefined }) =>
  orientation === 'left' ? <ChevronLeft size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />

/** The package allows any colour attribute of an element; MUI has its own names. */
const MonthButton = ({ color: _color, ...props }: ComponentProps<'button'>) => <IconButton {...props} />

/** Replaces the package's classes, whose style sheet is not loaded. */
const classNames = {
  month: css.month,
  month_caption: css.caption,
  month_grid: css.grid,
  weekday: css.weekday,
  day: css.day,
}

/** Earliest day: begin of the epoch. */
const EARLIEST = '1970-01-01'
