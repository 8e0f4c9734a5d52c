import { ArrowRight } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { LevelIcon } from '../../alarms/rule/LevelInput.tsx'
import { deviceAddress } from '../../../resources/menu.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { ageWords } from '../../live/display.ts'
import { shortMinute } from '../../live/times.ts'
import { ALARMS, LEVELS, MINE, oldestOf, type OpenAlarms } from './openAlarms.ts'
import { Panel } from './Panel.tsx'
import css from './judged.module.css'

const SHOWN = 5

interface NeedsMeProps {
  alarms: OpenAlarms
  zone: Zone
  now: number
}

/** What waits for somebody by level, with the oldest of each, and the most urgent with the way to their handling. */
export function NeedsMe({ alarms: { data, error, retry }, zone, now }: NeedsMeProps) {
  const translate = useTranslate()
  const rows = data?.open ?? []
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
          const oldest = data ? oldestOf(data, level) : null
          return (
            <li key={level} data-level={count > 0 ? level : undefined}>
              <LevelIcon level={level} />
              {translate(`overview.level.${level}`)} <b>{count}</b>
              <small>
                {oldest === null ? '—' : translate('overview.longest', { age: ageWords(oldest, now, translate) })}
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
              {translate('overview.lastAlarm', {
                name: data.last.message,
                time: shortMinute(data.last.endedAt ?? data.last.at, now, zone),
              })}
            </small>
          )}
        </p>
      )}
      <ul className={css.alarms}>
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.id}>
            <LevelIcon level={row.level ?? 3} />
            <span>
              <b>{row.message}</b>
              {row.device === null ? (
                <small>{row.deviceName}</small>
              ) : (
                <Link to={deviceAddress(row.device)}>{row.deviceName}</Link>
              )}
            </span>
            <span className={css.rule}>{row.rule}</span>
            <span className={css.small}>{ageWords(row.at, now, translate)}</span>
            <Link className={css.button} aria-label={`${translate('bell.handle')}: ${row.message}`} to={row.to}>
              {translate('bell.handle')}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
