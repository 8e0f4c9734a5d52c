import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { useZone } from '../../chart/useZone.ts'
import { age, shortMinute } from '../../live/times.ts'
import textCss from '../../kit/text.module.css'
import { LevelIcon } from '../rule/LevelInput.tsx'
import type { Alarm } from './alarms.ts'
import { AlarmLinks } from './AlarmLinks.tsx'
import { AlarmValue } from './AlarmValue.tsx'
import { SilentTime } from './SilentTime.tsx'
import { ValueTime } from './ValueTime.tsx'
import css from './bell.module.css'

/**
 * One alarm of the popup: message, place, current value, and what the user can do about it. `now`: the moment that the
 * popup shows, ms since the epoch; where it is past, the alarm has no value.
 */
export function AlarmEntry({
  alarm,
  area,
  now,
  isPast,
  onGone,
}: {
  alarm: Alarm
  area: string | null
  now: number
  isPast: boolean
  onGone: () => void
}) {
  const translate = useTranslate()
  const zone = useZone()
  const { at, message, deviceName, nodeName } = alarm
  const since = at === null ? null : age(at, now)
  return (
    <li className={css.entry} data-silent={alarm.silentSince !== undefined || undefined}>
      <span className={css.entryIcon} data-level={alarm.level ?? undefined}>
        <LevelIcon level={alarm.level} named />
      </span>
      <div className={css.entryText}>
        <div className={css.entryLine}>
          <p className={css.entryMessage} title={message}>
            {message || translate('bell.unnamed')}
          </p>
          {alarm.silentSince !== undefined ? (
            <SilentTime since={alarm.silentSince} now={now} />
          ) : since === null || at === null ? (
            <ValueTime alarm={alarm} now={now} />
          ) : (
            <time dateTime={new Date(at).toISOString()} title={zone.full(at)}>
              {isPast
                ? shortMinute(at, now, zone)
                : since.unit === 'now'
                  ? translate('monitor.age.now')
                  : translate('bell.ago', { age: translate(`monitor.age.${since.unit}`, { count: since.count }) })}
            </time>
          )}
        </div>
        <p className={textCss.ellipsis} title={deviceName}>
          {deviceName}
        </p>
        <p className={clsx(css.entryPlace, textCss.ellipsis)}>{[area, nodeName].filter(Boolean).join(' · ')}</p>
        <div className={css.entryLine}>
          <AlarmLinks alarm={alarm} onGone={onGone} />
          {!isPast && <AlarmValue alarm={alarm} />}
        </div>
      </div>
    </li>
  )
}
