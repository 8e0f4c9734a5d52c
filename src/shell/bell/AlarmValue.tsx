import { useTranslate } from 'ra-core'
import { numberText, readNode } from '../../live/nodeValue.ts'
import { useDevice } from '../../live/useDevice.ts'
import type { Alarm } from './alarms.ts'

/** The alarmed node's value as it is now; what the log says where the live state has none. */
export function AlarmValue({ alarm }: { alarm: Alarm }) {
  const translate = useTranslate()
  const device = useDevice(alarm.deviceId ?? 0)
  const node = device?.nodes.find(({ id }) => id === alarm.node?.id) ?? alarm.node
  if (node === null) return <span className="bell-value">{alarm.logged === null ? '—' : numberText(alarm.logged)}</span>
  const reading = readNode(node)
  const text = reading.kind === 'none' ? '—' : reading.kind === 'switch' ? translate(reading.on ? 'bell.on' : 'bell.off') : reading.text
  return (
    <span className="bell-value">
      {text}
      {reading.kind === 'number' && node.unitname && <small>{` ${node.unitname}`}</small>}
    </span>
  )
}
