import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { mayOpen } from '../../../resources/kit/access.ts'
import { HOUR } from '../../../resources/kit/zone.ts'
import { ALARMS_KEY, HISTORY_KEY } from '../../../resources/pageKeys.ts'
import { useZone } from '../../chart/useZone.ts'
import { useClock } from '../../live/useClock.ts'
import { useCaller, useExtensions } from '../../kit/index.ts'
import { episodeAddress, recordAddress } from '../address.ts'
import type { Alarm } from './alarms.ts'
import css from './bell.module.css'

/** Links from an alarm to its handling and to the curve around it, for users who may open them. */
export function AlarmLinks({ alarm, onGone }: { alarm: Alarm; onGone: () => void }) {
  const translate = useTranslate()
  const caller = useCaller()
  const zone = useZone()
  const { deviceId, deviceName, record, at, node } = alarm
  const now = useClock(60_000)
  const works = useExtensions()?.has('alarmwork') ?? false
  const day = zone.day(at ?? now)
  const handles = record !== null && mayOpen(caller, ALARMS_KEY)
  const draws = deviceId !== null && mayOpen(caller, HISTORY_KEY)
  if (!handles && !draws) return null
  return (
    <span className={css.links}>
      {handles && (
        <Link
          to={works ? episodeAddress(record) : recordAddress({ id: record, device: deviceId, day })}
          aria-label={translate('bell.handleOf', { device: deviceName })}
          onClick={onGone}
        >
          {translate('bell.handle')}
        </Link>
      )}
      {draws && (
        <Link
          to={`/monitor/history?devices=${deviceId}&day=${day}${at === null ? '' : `&zoom=${at - HOUR}-${at + HOUR}`}${node ? `&node=${node.id}` : ''}`}
          aria-label={translate('bell.curveOf', { device: deviceName })}
          onClick={onGone}
        >
          {translate('bell.curve')}
        </Link>
      )}
    </span>
  )
}
