import { useTranslate } from 'react-admin'
import { LevelIcon } from '../../alarms/rule/LevelInput.tsx'
import { stateWords, type ShownDevice } from '../../live/display.ts'
import { statusIcons } from '../statusIcons.ts'
import { alarmLines } from './alarmLines.ts'
import css from './cards.module.css'

/**
 * The state as text, with its icon and colour; for an alarm its level, limit and age where known, the worst of several.
 * The tooltip has the messages of all violated rules and the full time.
 */
export function DeviceWords({ shown }: { shown: ShownDevice }) {
  const translate = useTranslate()
  const { abnormal, measured, device, alarm, now } = shown
  const lines = abnormal ? alarmLines(device, now, translate) : []
  const [worst] = lines
  const words = stateWords(shown, worst?.words ?? alarm, translate)
  const status = measured ? 'alarm' : abnormal && shown.status === 'online' ? 'stale' : shown.status
  const Icon = statusIcons[status]
  const said = worst ? [stateWords(shown, alarm, translate), ...lines.map((line) => line.words)] : [words]
  const title = [...said, ...(shown.at === null ? [] : [shown.zone.full(shown.at)])].join('\n')
  return (
    <span className={css.words} data-status={status} title={title}>
      {status === 'alarm' && worst ? (
        <LevelIcon level={worst.level} named />
      ) : (
        status !== 'online' && <Icon size={14} strokeWidth={1.9} />
      )}
      <span className={css.wordsText}>{words}</span>
    </span>
  )
}
