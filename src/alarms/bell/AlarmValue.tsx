import { useTranslate } from 'react-admin'
import { numberText } from '../../../resources/kit/reading.ts'
import { liveReading } from '../../live/sparklines/resolution.ts'
import type { Alarm } from './alarms.ts'
import { useAlarmNode } from './useAlarmNode.ts'
import css from './bell.module.css'

/** The current value of the alarmed node; the value of the log where the live state has none. */
export function AlarmValue({ alarm }: { alarm: Alarm }) {
  const translate = useTranslate()
  const node = useAlarmNode(alarm)
  if (node === null) {
    return (
      <span className={css.value}>
        <span>{alarm.logged === null ? '—' : numberText(alarm.logged)}</span>
      </span>
    )
  }
  const reading = liveReading(node)
  const text =
    reading.kind === 'none'
      ? '—'
      : reading.kind === 'switch'
        ? translate(reading.on ? 'bell.on' : 'bell.off')
        : reading.text
  return (
    <span className={css.value}>
      <span title={reading.kind === 'text' ? text : undefined}>{text}</span>
      {reading.kind === 'number' && node.unitname && <small title={node.unitname}>{` ${node.unitname}`}</small>}
    </span>
  )
}
