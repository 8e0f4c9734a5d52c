import { useTranslate } from 'ra-core'
import type { AlarmTableProps } from './AlarmTable.tsx'
import { LevelBadge, StateBadge } from './badges.tsx'
import { canHandle, isMeasured } from './canHandle.ts'
import { Measured } from './Measured.tsx'
import './rows.css'
import { useShortTime } from './useShortTime.ts'

/** The records on a phone, three lines each: how grave, what became of it and when; what; how much, and where. A tap opens the details, and from there the handling. */
export function AlarmRows({ rows, zone, today, areaNames, chosen, onChosen, onOpen }: AlarmTableProps) {
  const translate = useTranslate()
  const short = useShortTime(zone, today)
  const mark = (id: number) =>
    onChosen(new Set(chosen.has(id) ? [...chosen].filter((other) => other !== id) : [...chosen, id]))
  return (
    <ul className="alarms-list" aria-label={translate('alarms.title')}>
      {rows.map((record) => (
        <li key={record.id} data-open={(canHandle(record) && isMeasured(record)) || undefined}>
          {canHandle(record) && (
            <label className="alarms-pick">
              <input
                type="checkbox"
                className="ui-check"
                aria-label={translate('alarms.mark', { name: record.message || record.threshold })}
                checked={chosen.has(record.id)}
                onChange={() => mark(record.id)}
              />
            </label>
          )}
          <button type="button" onClick={() => onOpen('detail', record.id)}>
            <span className="alarms-line">
              <LevelBadge level={record.level} />
              <StateBadge record={record} zone={zone} />
              <time dateTime={new Date(record.at).toISOString()}>{short(record.at)}</time>
            </span>
            <b className="ellipsis">{record.message || record.threshold}</b>
            <span className="alarms-where ellipsis">
              {record.nodeName}{' '}
              <span className="alarms-value">
                <Measured record={record} />
              </span>
              {[record.deviceName, record.area === null ? '' : areaNames.get(record.area)].map(
                (name) => name && ` · ${name}`,
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
