import { ArrowRight } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { ALARMS } from '../../alarms/address.ts'
import { LevelIcon } from '../../alarms/rule/LevelInput.tsx'
import type { Zone } from '../../../resources/kit/zone.ts'
import { Skeleton } from '../../kit/index.ts'
import { ageWords } from '../../live/display.ts'
import { shortMinute } from '../../live/times.ts'
import { LEVELS, MINE, type OpenAlarms } from './openAlarms.ts'
import { Panel } from './Panel.tsx'
import css from './judged.module.css'

const SHOWN = 5
/** Height of a row, px. */
const ROW = 53

const AlarmRows = lazy(async () => ({ default: (await import('./rows.ts')).AlarmRows }))

interface NeedsMeProps {
  alarms: OpenAlarms
  zone: Zone
  now: number
}

/** The number of open alarms by level, with the oldest of each, and the most urgent ones with links to handle them. */
export function NeedsMe({ alarms: { data, error, retry }, zone, now }: NeedsMeProps) {
  const translate = useTranslate()
  const rows = data?.open.slice(0, SHOWN) ?? []
  return (
    <Panel
      area="needs"
      title={translate('overview.needs')}
      beside={
        data && (
          <>
            <span className={css.count}>{data.total}</span>
            {data.mine !== null && data.mine > 0 && (
              <>
                {' '}
                <Link to={MINE}>{translate('overview.mine', { smart_count: data.mine })}</Link>
              </>
            )}
          </>
        )
      }
      end={
        <Link to={ALARMS}>
          {translate('overview.allAlarms')} <ArrowRight size={14} aria-hidden />
        </Link>
      }
      error={error}
      onRetry={retry}
      waiting={data === undefined}
    >
      <ul className={css.levels}>
        {LEVELS.map((level) => {
          const count = data?.levels.get(level) ?? 0
          const oldest = data?.oldest.get(level)
          const counted = (
            <span>
              {translate(`overview.level.${level}`)} <b>{count}</b>
            </span>
          )
          return (
            <li key={level} data-level={count > 0 ? level : undefined}>
              <LevelIcon level={level} />
              {data && count > 0 ? <Link to={data.toLevel(level)}>{counted}</Link> : counted}
              <small>
                {oldest === undefined ? '—' : translate('overview.longest', { age: ageWords(oldest, now, translate) })}
              </small>
            </li>
          )
        })}
      </ul>
      {data?.total === 0 && (
        <p className={css.none}>
          <b>{translate('overview.nothing')}</b>
          {data.last && (
            <small>
              {translate(data.last.closed ? 'overview.lastClosed' : 'overview.lastAlarm', {
                name: data.last.message,
                time: shortMinute(data.last.at, now, zone),
              })}
            </small>
          )}
        </p>
      )}
      {rows.length > 0 && (
        <Suspense fallback={<Skeleton height={ROW * rows.length} />}>
          <AlarmRows rows={rows} now={now} />
        </Suspense>
      )}
    </Panel>
  )
}
