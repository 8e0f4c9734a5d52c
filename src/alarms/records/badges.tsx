import { Ban, Check, CircleDashed, CircleDot, Undo2 } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { AlarmRecord } from '../../../dataProvider/alarms.ts'
import { threshold } from '../../../resources/threshold.ts'
import { LevelIcon } from '../rule/LevelInput.tsx'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { withoutSeconds } from '../../live/times.ts'
import { useClock } from '../../live/useClock.ts'
import { Badge } from '../../kit/index.ts'
import { numberText } from '../../../resources/kit/reading.ts'
import { useZone } from '../../chart/useZone.ts'
import css from './alarms.module.css'

/** State of an alarm: unhandled, false alarm, handled, or over unhandled; since when its node has sent no data. */
export function StateBadge({ record }: { record: AlarmRecord }) {
  const translate = useTranslate()
  const short = useShortTime()
  if (record.state === 2)
    return (
      <Badge tone="online" icon={<Check size={12} aria-hidden />}>
        {translate('alarms.states.2')}
      </Badge>
    )
  if (record.state === 1) return <Badge icon={<Ban size={12} aria-hidden />}>{translate('alarms.states.1')}</Badge>
  if (record.lasting === false)
    return <Badge icon={<Undo2 size={12} aria-hidden />}>{translate('alarms.recovered')}</Badge>
  if (record.state === null) return <span>—</span>
  if (record.noDataSince !== null)
    return (
      <Badge tone="stale" icon={<CircleDashed size={12} aria-hidden />}>
        {translate('alarms.noDataSince', { time: withoutSeconds(short(record.noDataSince)) })}
      </Badge>
    )
  return (
    <Badge tone="alarm" icon={<CircleDot size={12} aria-hidden />}>
      {translate('alarms.states.0')}
    </Badge>
  )
}

/**
 * Level of an alarm: urgent, severe, minor, early warning; the raw value where the platform has levels of its own.
 * Nothing where it sends none.
 */
export function LevelBadge({ level }: { level: AlarmRecord['level'] }) {
  const pick = useLabel()
  if (level === null) return null
  const option = threshold.fields.alert_level.options.find(({ value }) => value === level)
  return (
    <span className={css.level} data-part="level" data-level={option?.value}>
      {option && <LevelIcon level={option.value} />}
      {option ? pick(option.label) : level}
    </span>
  )
}

/** Measured value with its unit. */
export const Measured = ({ record: { value, unit } }: { record: Pick<AlarmRecord, 'value' | 'unit'> }) =>
  value === null ? (
    '—'
  ) : (
    <>
      {numberText(value)}
      {unit && <small className={css.unit}> {unit}</small>}
    </>
  )

/** Whether handling is offered: while an alarm lasts and is unhandled (spec 1 §4). */
export const canHandle = ({ lasting, state }: AlarmRecord): boolean => lasting === true && state === 0

/** Whether the value is known to violate the rule at present; false for a node without current data. */
export const isKnownActive = ({ lasting, noDataSince }: AlarmRecord): boolean =>
  lasting === true && noDataSince === null

/**
 * Returns a function that formats moments for lists, in the platform's zone: MM-DD HH:mm:ss, with the year where it is
 * not the current one.
 */
export function useShortTime(): (at: number) => string {
  const zone = useZone()
  const year = zone.day(useClock(60_000)).slice(0, 4)
  return (at) => (zone.day(at).startsWith(year) ? zone.full(at).slice(5) : zone.full(at))
}
