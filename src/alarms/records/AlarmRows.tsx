import { clsx } from 'clsx'
import { useListContext, useTranslate } from 'react-admin'
import type { AlarmRecord } from '../../../dataProvider/alarms.ts'
import { SelectRow } from '../../admin/list/table/SelectBoxes.tsx'
import { useOpened } from '../../admin/useOpened.ts'
import { useAreaNames } from '../../live/useLiveNames.ts'
import textCss from '../../kit/text.module.css'
import { canHandle, isKnownActive, LevelBadge, Measured, StateBadge, useShortTime } from './badges.tsx'
import { RECORD_DIALOGS } from './AlarmRecordDialog.tsx'
import css from './alarms.module.css'

/**
 * The records on a phone, three lines each: level, state and time; message; value and place. A tap opens the detail,
 * which leads to the handling.
 */
export function AlarmRows() {
  const translate = useTranslate()
  const short = useShortTime()
  const { data = [] } = useListContext<AlarmRecord>()
  const { data: areas } = useAreaNames()
  const [, open] = useOpened(RECORD_DIALOGS)
  return (
    <ul className={css.list} aria-label={translate('alarms.title')}>
      {data.map((record) => (
        <li key={record.id} data-open={(canHandle(record) && isKnownActive(record)) || undefined}>
          {canHandle(record) && (
            <span className={css.pick}>
              <SelectRow
                id={record.id}
                label={translate('alarms.mark', { name: record.message || record.threshold })}
              />
            </span>
          )}
          <button type="button" onClick={() => open({ kind: 'detail', id: record.id })}>
            <span className={css.line}>
              <LevelBadge level={record.level} />
              <StateBadge record={record} />
              <time dateTime={new Date(record.at).toISOString()}>{short(record.at)}</time>
            </span>
            <b className={textCss.ellipsis}>{record.message || record.threshold}</b>
            <span className={clsx(css.where, textCss.ellipsis)}>
              {record.nodeName}{' '}
              <span className={css.value}>
                <Measured record={record} />
              </span>
              {[record.deviceName, areas?.find(({ id }) => id === record.area)?.name].map(
                (name) => name && ` · ${name}`,
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
