import { useTranslate } from 'react-admin'
import type { Backtest } from '../../../../dataProvider/calls/alarmBacktest.ts'
import css from './preview.module.css'

/** Alarms day by day, by level; nothing where there are none, or but one day. */
export function PerDay({ days }: { days: NonNullable<Backtest['perDay']> }) {
  const translate = useTranslate()
  const sums = days.map(({ levels }) => [...levels.values()].reduce((sum, count) => sum + count, 0))
  const most = Math.max(0, ...sums)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || days.length < 2 || most === 0) return null
  return (
    <figure className={css.perDay}>
      <figcaption>{translate('alarmConfig.preview.byDay')}</figcaption>
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
