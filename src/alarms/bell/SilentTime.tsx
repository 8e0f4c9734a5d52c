import { useTranslate } from 'react-admin'
import { useZone } from '../../chart/useZone.ts'
import { shortMinute } from '../../live/times.ts'
import css from './bell.module.css'

/** Since when an alarm has had no data, so that it is unknown whether it still holds. */
export function SilentTime({ since, now }: { since: number | null; now: number }) {
  const translate = useTranslate()
  const zone = useZone()
  if (since === null) return <span className={css.silent}>{translate('bell.noData')}</span>
  return (
    <time className={css.silent} dateTime={new Date(since).toISOString()} title={zone.full(since)}>
      {translate('bell.noDataSince', { time: shortMinute(since, now, zone) })}
    </time>
  )
}
