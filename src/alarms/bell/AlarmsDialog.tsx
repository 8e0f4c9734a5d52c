import { Button } from '@mui/material'
import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useZone } from '../../chart/useZone.ts'
import { useClock } from '../../live/useClock.ts'
import { Dialog, EmptyState, InlineError } from '../../kit/index.ts'
import textCss from '../../kit/text.module.css'
import controlsCss from '../../kit/controls.module.css'
import { ALARMS } from '../address.ts'
import type { Alarm } from './alarms.ts'
import { AlarmLinks } from './AlarmLinks.tsx'
import { AlarmValue } from './AlarmValue.tsx'
import { SilentTime } from './SilentTime.tsx'
import { ValueTime } from './ValueTime.tsx'
import { useListWords } from './useListWords.ts'
import css from './bell.module.css'

/** Rows drawn at first and added by each "show more", so that thousands of alarms stay readable and fast. */
const ROWS = 100

/** All alarms as a table (spec 1 §2.4): area, device, data node, alarm info, real-time data, of now alone. */
export default function AlarmsDialog({
  alarms,
  count,
  areaNames,
  moment,
  onClose,
}: {
  /** Undefined until the alarms are known. */
  alarms: readonly Alarm[] | undefined
  /** Total number of alarms; the page of alarms has those that are not listed here. */
  count: number
  areaNames: ReadonlyMap<number, string>
  /** The past moment at which the alarms lasted, ms since the epoch; null: now. */
  moment: number | null
  onClose: () => void
}) {
  const translate = useTranslate()
  const clock = useClock(60_000)
  const now = moment ?? clock
  const { title, none } = useListWords(moment)
  const zone = useZone()
  const [shown, setShown] = useState(ROWS)
  if (alarms === undefined) {
    return (
      <Dialog title={title} width={1080} onClose={onClose}>
        <InlineError tone="warning" error="bell.late" />
      </Dialog>
    )
  }
  const beyond = count > alarms.length && (
    <Link className={clsx(css.more, css.moreRows)} to={ALARMS} onClick={onClose}>
      {translate('bell.beyond', { smart_count: count - alarms.length })}
    </Link>
  )
  return (
    <Dialog title={`${title} (${count})`} width={1080} onClose={onClose}>
      {alarms.length === 0 ? (
        <EmptyState title={none} action={beyond} />
      ) : (
        <div className={css.table}>
          <table className={controlsCss.table}>
            <thead>
              <tr>
                <th scope="col">{translate('bell.area')}</th>
                <th scope="col">{translate('bell.device')}</th>
                <th scope="col">{translate('bell.node')}</th>
                <th scope="col">{translate('bell.info')}</th>
                {moment === null && (
                  <th scope="col" data-numeric>
                    {translate('bell.value')}
                  </th>
                )}
                <th scope="col">{translate('bell.time')}</th>
                <th scope="col">
                  <span className={textCss.visuallyHidden}>{translate('bell.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {alarms.slice(0, shown).map((alarm) => (
                <tr key={alarm.key} data-silent={alarm.silentSince !== undefined || undefined}>
                  {[
                    (alarm.areaId !== null && areaNames.get(alarm.areaId)) || '—',
                    alarm.deviceName || '—',
                    alarm.nodeName || '—',
                  ].map((name, column) => (
                    <td key={column} title={name}>
                      {name}
                    </td>
                  ))}
                  <td className={css.tableInfo}>{alarm.message || translate('bell.unnamed')}</td>
                  {moment === null && (
                    <td data-numeric>
                      <AlarmValue alarm={alarm} />
                    </td>
                  )}
                  <td className={css.tableTime}>
                    {alarm.silentSince !== undefined ? (
                      <SilentTime since={alarm.silentSince} now={now} />
                    ) : alarm.at === null ? (
                      <ValueTime alarm={alarm} now={now} />
                    ) : (
                      zone.short(alarm.at, now)
                    )}
                  </td>
                  <td>
                    <AlarmLinks alarm={alarm} onGone={onClose} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {alarms.length > shown && (
            <Button size="small" className={css.moreRows} onClick={() => setShown(shown + ROWS)}>
              {translate('bell.rest', { smart_count: alarms.length - shown })}
            </Button>
          )}
          {beyond}
        </div>
      )}
    </Dialog>
  )
}
