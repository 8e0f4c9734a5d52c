import { useTranslate } from 'react-admin'
import { MINUTE, type Zone } from '../../../resources/kit/zone.ts'
import type { Limit } from '../../chart/model.ts'
import { useClock } from '../../live/useClock.ts'
import { numberText } from '../../../resources/kit/reading.ts'
import { LONG_MEANS } from '../../../resources/pollutants.ts'
import type { ShownDay } from './days.ts'
import { exceededOf, figuresOf, type Figures } from './figures.ts'
import { fullHours, type HourLine } from './hours.ts'
import type { NodeJudgement } from './judged.ts'
import { LawMeans } from './LawMeans.tsx'
import { countsDays, monthOfSpan, spansDays } from './overlays.ts'
import css from './month.module.css'

interface MonthFiguresProps {
  device: number
  line: HourLine
  days: readonly ShownDay[]
  judged: NodeJudgement
  /** Limits of thresholds on the node. */
  limits: readonly Limit[]
  span: { from: number; to: number }
  zone: Zone
  /** Shows the day of a moment. */
  onMoment: (at: number) => void
}

/**
 * Statistics of a span, for a month also its statutory mean, and the number of values that are excluded from all of
 * them. Renders nothing without values.
 */
export function MonthFigures(props: MonthFiguresProps) {
  const { device, line, span, zone } = props
  const translate = useTranslate()
  const now = useClock(MINUTE)
  const figures = figuresOf(line, span, now)
  if (!figures && line.leftOut === 0) return null
  const month = monthOfSpan(span, zone, zone.day(now))
  const hasMean = LONG_MEANS.some(({ key }) => key === line.pollutant)
  const title = `${translate('history.byDay.figures')} · ${line.label}`
  return (
    <section className={css.figures} data-part="figures" aria-label={title}>
      {/* The statistics follow the totals of several nodes, so that the title names the node. */}
      {!spansDays(span) && <h3>{title}</h3>}
      {figures && <Entries {...props} figures={figures} />}
      {month !== null && hasMean && <LawMeans device={device} of={month} zone={zone} pollutant={line.pollutant} />}
      {line.leftOut > 0 && <p className={css.note}>{translate('history.byDay.leftOut', { count: line.leftOut })}</p>}
    </section>
  )
}

interface EntriesProps extends MonthFiguresProps {
  figures: Figures
}

/** Each statistic with a link to its moment; for spans below a week without the days beyond a limit. */
function Entries({ figures, line, days, judged, limits, span, zone, onMoment }: EntriesProps) {
  const translate = useTranslate()
  const text = (value: number): string => numberText(value, line.decimals)
  const when = (at: number): string => zone.full(at).slice(5, 16)
  const beyond = (value: number, at: number, judge: NodeJudgement['day']): boolean | null => {
    const exceeded = judge(value, at)?.exceeded ?? null
    return exceeded === null ? null : exceeded === true || Number(exceeded) > 0
  }
  const withDays = countsDays(span)
  const daysBeyond = exceededOf(withDays ? days.filter(({ value }) => value !== null) : [], ({ value, at }) =>
    beyond(value ?? 0, at, judged.day),
  )
  const full = fullHours(line)
  const hoursBeyond = exceededOf(full, ({ mean, at }) => beyond(mean, at, judged.hour))
  const rule = limits.length > 0 && !line.isDirection ? Math.max(...limits.map(({ value }) => value)) : null
  const ruleBeyond = exceededOf(full, ({ mean }) => (rule === null ? null : mean > rule))
  const { captured, gap } = figures
  // Counts days that have a limit when none of them is complete: hours of PM2.5 have no limit, so that nothing else
  // would show that its days have one.
  const fewDays =
    withDays && captured.hours > 0 && daysBeyond.of === 0
      ? days.filter(({ at }) => beyond(0, at, judged.day) !== null).length
      : 0
  const entries: Entry[] = [
    {
      name: 'mean',
      value: figures.mean === null ? '—' : text(figures.mean),
      unit: line.unit,
      note: translate('history.byDay.ofHours', { count: captured.hours }),
    },
    ...(line.isDirection ? [] : (['most', 'least', 'p95'] as const)).flatMap((name) => {
      const found = figures[name]
      return found ? [{ name, value: text(found.value), unit: line.unit, at: found.at }] : []
    }),
    ...(daysBeyond.of > 0
      ? [
          {
            name: 'daysBeyond',
            value: translate('history.byDay.days', { count: daysBeyond.count }),
            at: daysBeyond.first,
            note: translate('history.byDay.ofDays', { count: daysBeyond.of }),
          },
        ]
      : []),
    ...(fewDays > 0
      ? [
          {
            name: 'daysBeyond',
            value: '—',
            note: [
              translate('history.byDay.insufficientDay'),
              translate('history.byDay.days', { count: fewDays }),
            ].join(' · '),
          },
        ]
      : []),
    ...(hoursBeyond.of > 0
      ? [
          {
            name: 'hoursBeyond',
            value: translate('history.byDay.hours', { count: hoursBeyond.count }),
            at: hoursBeyond.first,
          },
        ]
      : []),
    ...(ruleBeyond.of > 0 && rule !== null
      ? [
          {
            name: 'beyondRule',
            value: translate('history.byDay.hours', { count: ruleBeyond.count }),
            at: ruleBeyond.first,
            args: { value: text(rule) },
          },
        ]
      : []),
    ...(withDays && captured.hours > 0 && daysBeyond.of + fewDays + hoursBeyond.of + ruleBeyond.of === 0
      ? [{ name: 'daysBeyond', value: '—', note: translate('history.byDay.noLimit') }]
      : []),
    {
      name: 'captured',
      value: numberText(captured.of === 0 ? 0 : (100 * captured.hours) / captured.of, 1),
      unit: '%',
      at: gap?.at,
      note: gap
        ? translate('history.byDay.gap', { hours: gap.hours, time: when(gap.at) })
        : translate('history.byDay.noGap'),
    },
  ]
  return (
    <dl data-short={!spansDays(span)}>
      {entries.map(({ name, value, unit = '', note, at, args = {} }) => (
        <div key={name}>
          <dt>{translate(`history.byDay.${name}`, args)}</dt>
          <dd>
            <b>{value}</b> {unit}
            {at != null ? (
              <button
                type="button"
                aria-label={[note, translate('history.byDay.goTo', { time: when(at) })].filter(Boolean).join(' ')}
                onClick={() => onMoment(at)}
              >
                {note ?? when(at)}
              </button>
            ) : (
              <small>{note}</small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface Entry {
  /** A key of `history.byDay`. */
  name: string
  value: string
  unit?: string
  note?: string
  /** The moment to show, ms since the epoch. */
  at?: number | null
  args?: Record<string, string>
}
