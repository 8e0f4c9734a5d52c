import { useTranslate } from 'react-admin'
import type { Backtest } from '../../../../dataProvider/calls/alarmBacktest.ts'
import { threshold } from '../../../../resources/threshold.ts'
import { useLabel } from '../../../admin/fields/useLabel.ts'
import { LevelIcon } from '../LevelInput.tsx'
import css from './preview.module.css'

/**
 * Alarms day by day and by level, with a legend where there are several levels; nothing without alarms, or for a single
 * day.
 */
export function PerDay({ days }: { days: NonNullable<Backtest['perDay']> }) {
  const translate = useTranslate()
  const sums = days.map(({ levels }) => [...levels.values()].reduce((sum, count) => sum + count, 0))
  const most = Math.max(0, ...sums)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || days.length < 2 || most === 0) return null
  return (
    <figure className={css.perDay}>
      <figcaption>
        {translate('alarmConfig.preview.byDay')}
        <Legend days={days} />
      </figcaption>
      <div
        role="img"
        className={css.bars}
        aria-label={translate('alarmConfig.preview.byDaySummary', {
          most,
          days: days.flatMap(({ day }, at) => ((sums[at] ?? 0) > 0 ? [`${day.slice(5)}: ${sums[at]}`] : [])).join(', '),
        })}
      >
        {days.map(({ day, levels }, at) => (
          <span key={day} className={css.bar} title={`${day}: ${sums[at] ?? 0}`}>
            {[...levels]
              .toSorted(([a], [b]) => a - b)
              .map(([level, count]) => (
                <i key={level} data-level={level} style={{ height: `${(count / most) * 100}%` }} />
              ))}
          </span>
        ))}
      </div>
      <div className={css.times} aria-hidden>
        <span>{first.day.slice(5)}</span>
        <span>{last.day.slice(5)}</span>
      </div>
    </figure>
  )
}

/** Levels by their marks and words, the mildest first, each with its count. */
function Legend({ days }: { days: NonNullable<Backtest['perDay']> }) {
  const pick = useLabel()
  const options = threshold.fields.alert_level.options.map(({ value, label }) => ({
    value,
    label,
    count: days.reduce((sum, { levels }) => sum + (levels.get(value) ?? 0), 0),
  }))
  const found = options.filter(({ count }) => count > 0)
  if (found.length < 2) return null
  return (
    <span className={css.legend}>
      {found.toReversed().map(({ value, label, count }) => (
        <span key={value}>
          <LevelIcon level={value} /> {pick(label)} {count}
        </span>
      ))}
    </span>
  )
}
