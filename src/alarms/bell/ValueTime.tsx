import { useTranslate } from 'react-admin'
import { useZone } from '../../chart/useZone.ts'
import type { Alarm } from './alarms.ts'
import { useAlarmNode } from './useAlarmNode.ts'

/** Time of the value, for an alarm whose start is unknown. */
export function ValueTime({ alarm, now }: { alarm: Alarm; now: number }) {
  const translate = useTranslate()
  const zone = useZone()
  const at = useAlarmNode(alarm)?.at ?? null
  if (at === null) return null
  return (
    <time dateTime={new Date(at).toISOString()} title={zone.full(at)}>
      {translate('bell.measured', { time: zone.short(at, now) })}
    </time>
  )
}
