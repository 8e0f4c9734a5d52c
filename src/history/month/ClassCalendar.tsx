import { useQuery } from '@tanstack/react-query'
import { CalendarRange } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link, useSearchParams } from 'react-router-dom'
import { environmentDays, type StationDay, type StationDays } from '../../../dataProvider/calls/historyHours.ts'
import { addDays, dateOf, monthOf, weekdayOf, weekOf, type Zone } from '../../../resources/kit/zone.ts'
import { dayLawWords, standardOfDay } from '../../environment/dayLaw.ts'
import { classKey, levelOn, SCALE_OF } from '../../environment/scale.ts'
import { useClassWords, type ClassWords } from '../../environment/useClassWords.ts'
import { useOffered } from '../../environment/useOffered.ts'
import { useDateWords } from '../../kit/days/useDateWords.ts'
import { EmptyState, InlineError, Segment, Skeleton } from '../../kit/index.ts'
import textCss from '../../kit/text.module.css'
import { LawMeans } from './LawMeans.tsx'
import css from './month.module.css'

interface ClassCalendarProps {
  device: number
  /** The medium of the node in view, whose days are shown if the station measures several. */
  medium: StationDays['medium'] | null
  /** A day of the month, YYYY-MM-DD. */
  of: string
  today: string
  zone: Zone
  day: string | null
  onDay: (day: string | null) => void
}

/**
 * A month of judged days, each with class, index, primary pollutant and a link to its curve; or the whole year in small
 * cells, for air with its statutory means. A day with too few hours is hatched and shows how many there were.
 */
export function ClassCalendar({ device, medium, of, today, zone, day, onDay }: ClassCalendarProps) {
  const translate = useTranslate()
  const offered = useOffered('environment')
  const [search, setSearch] = useSearchParams()
  const wide = search.get('cal') === 'year'
  const year = of.slice(0, 4)
  const { data, error, refetch } = useQuery({
    queryKey: ['history', 'days', device, year],
    queryFn: ({ signal }) =>
      environmentDays(device, {
        from: zone.startOf(`${year}-01-01`),
        to: zone.rangeOf(`${year}-12-31`).to,
        signal,
      }),
    enabled: offered,
    staleTime: 300_000,
    retry: false,
  })
  const station = data?.find((row) => row.medium === medium) ?? data?.[0]
  if (error && !data) return <InlineError error={error} onRetry={() => void refetch()} />
  if (offered && !data) return <Skeleton width="100%" height={220} />
  if (!station || station.days.length === 0)
    return <EmptyState title={translate('history.byDay.noCalendar')} hint={translate('history.byDay.noCalendarHint')} />
  const days = new Map(station.days.map((one) => [one.day, one]))
  const parts = { station, zone, days, today, day, onDay }
  const choose = (value: 'month' | 'year') =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === 'year') after.set('cal', 'year')
        else after.delete('cal')
        return after
      },
      { replace: true },
    )
  return (
    <>
      <Segment
        label={translate('history.byDay.calendar')}
        value={wide ? 'year' : 'month'}
        options={[
          { value: 'month', label: translate('history.byDay.calendarMonth') },
          { value: 'year', label: translate('history.byDay.calendarYear') },
        ]}
        onChange={choose}
      />
      {wide ? <Year year={year} {...parts} /> : <Month of={of} {...parts} />}
      {wide && station.medium === 'air' && <LawMeans device={device} of={year} zone={zone} />}
    </>
  )
}

/**
 * Link from a view that is too short for a calendar to the classes of its day's year. Renders nothing if the platform
 * provides none.
 */
export function CalendarLink({ day }: { day: string }) {
  const translate = useTranslate()
  const [search] = useSearchParams()
  if (!useOffered('environment')) return null
  const to = new URLSearchParams(linkOf(search, 'month', day))
  to.set('cal', 'year')
  return (
    <Link className={css.toCalendar} to={`?${to.toString()}`}>
      <CalendarRange size={14} aria-hidden />
      {translate('history.byDay.calendar')} · {day.slice(0, 4)}
    </Link>
  )
}

interface DaysProps {
  station: StationDays
  zone: Zone
  days: ReadonlyMap<string, StationDay>
  today: string
  day: string | null
  onDay: (day: string | null) => void
}

function Month({ of, station, zone, days, today, day, onDay }: DaysProps & { of: string }) {
  const dateWords = useDateWords()
  const said = useDayWords(station, zone)
  const [search] = useSearchParams()
  const { first, last } = monthOf(of)
  const monday = weekOf(first).first
  const all = daysBetween(first, last)
  return (
    <div className={css.calendar} data-part="calendar" onPointerLeave={() => onDay(null)}>
      {daysBetween(monday, addDays(monday, 6)).map((name) => (
        <span key={name} className={css.weekday} aria-hidden>
          {dateWords(dateOf(name), { weekday: 'short' }).replace(/^周|^週/, '')}
        </span>
      ))}
      {all.map((one, index) => {
        const { verdict, look, figure, isWord, note, name, law } = said(days.get(one), one, today)
        const place = index === 0 ? { gridColumn: weekdayOf(one) } : undefined
        const shared = {
          className: css.day,
          style: place,
          'data-verdict': verdict,
          'data-look': look,
          'data-lit': one === day || undefined,
          onPointerEnter: () => onDay(one),
        }
        // Screen readers get one sentence; the cell's short texts, which repeat it visually, are hidden from them.
        const inside = (
          <>
            <small aria-hidden>{Number(one.slice(8))}</small>
            <b aria-hidden data-word={isWord || undefined}>
              {figure}
            </b>
            <span aria-hidden>{note}</span>
            <i className={textCss.visuallyHidden}>{name}</i>
          </>
        )
        return look === 'future' ? (
          <span key={one} {...shared}>
            {inside}
          </span>
        ) : (
          <Link key={one} to={linkOf(search, 'day', one)} title={titleOf(name, law)} {...shared}>
            {inside}
          </Link>
        )
      })}
    </div>
  )
}

/** One line per month, one cell per day; month names link to their month. */
function Year({ year, station, zone, days, today, day, onDay }: DaysProps & { year: string }) {
  const dateWords = useDateWords()
  const said = useDayWords(station, zone)
  const [search] = useSearchParams()
  const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}-01`)
  return (
    <div className={css.year} data-part="calendar" onPointerLeave={() => onDay(null)}>
      {months.map((first) => (
        <div key={first} className={css.yearMonth}>
          {first <= today ? (
            <Link to={linkOf(search, 'month', first)}>{dateWords(dateOf(first), { month: 'short' })}</Link>
          ) : (
            <span>{dateWords(dateOf(first), { month: 'short' })}</span>
          )}
          {daysBetween(first, monthOf(first).last).map((one) => {
            const { verdict, look, name, law } = said(days.get(one), one, today)
            return (
              <i
                key={one}
                data-verdict={verdict}
                data-look={look}
                data-lit={one === day || undefined}
                title={titleOf(name, law)}
                onPointerEnter={() => onDay(one)}
              >
                <span className={textCss.visuallyHidden}>{name}</span>
              </i>
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface SaidDay {
  verdict: string | undefined
  look: 'judged' | 'few' | 'none' | 'future'
  /** Large text in the cell, and the text below it. */
  figure: string
  /** The figure is the class's name, because the day has no index. */
  isWord?: boolean
  note: string
  /** All of it in one sentence. */
  name: string
  /** Standard of the class; left out for a day that is not judged. */
  law?: string
}

/** Returns a function that gives the texts of a day. */
function useDayWords(
  { medium, scheme }: StationDays,
  zone: Zone,
): (told: StationDay | undefined, day: string, today: string) => SaidDay {
  const translate = useTranslate()
  const words: ClassWords = useClassWords()
  const scale = SCALE_OF[medium]
  return (told, day, today) => {
    const plain = { verdict: undefined, figure: '', note: '' }
    if (day > today) return { ...plain, look: 'future', name: `${day} ${translate('history.byDay.toCome')}` }
    if (!told || (told.level === null && told.coverage === 0))
      return { ...plain, look: 'none', figure: '—', name: `${day} ${translate('history.byDay.noDay')}` }
    const level = levelOn(medium, told.level, told.exceeded)
    const standard = standardOfDay(medium, day, scheme)
    const law = dayLawWords(medium, standard, words)
    const lacking = words.partial({ standard, period: '24h', missing: told.missing })
    if (level === null) {
      const all = zone.hoursIn(day)
      const note = translate('history.byDay.insufficient', { hours: Math.round(told.coverage * all), all })
      const name = saidOf(day, translate('history.byDay.insufficientDay'), note, lacking)
      return { ...plain, look: 'few', note, name, law }
    }
    const named = { scale, level, standard }
    const primary = told.primary.map(words.pollutant).join(translate('environment.comma'))
    const figure = told.index === null ? words.short(named) : String(told.index)
    return {
      verdict: classKey(named),
      look: 'judged',
      figure,
      isWord: told.index === null,
      note: scale === 'n' ? '' : primary,
      name: saidOf(day, words.full(named), told.index, primary, lacking),
      law,
    }
  }
}

const saidOf = (...parts: readonly (string | number | null)[]): string => parts.filter(Boolean).join(' ')

const titleOf = (name: string, law = ''): string => (law ? `${name}\n${law}` : name)

/** Returns the page's address with another span; the zoom, which belongs to the previous span, is dropped. */
function linkOf(search: URLSearchParams, period: 'day' | 'month', day: string): string {
  const after = new URLSearchParams(search)
  for (const name of ['zoom', 'until', 'over']) after.delete(name)
  after.set('period', period)
  after.set('day', day)
  return `?${after.toString()}`
}

function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
