import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { sendLog, type AlarmRecord } from '../../../dataProvider/alarms.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { useZone } from '../../chart/useZone.ts'
import { Dialog, Badge, EmptyState, InlineError } from '../../kit/index.ts'
import { RowsSkeleton } from '../../kit/states/RowsSkeleton.tsx'
import controlsCss from '../../kit/controls.module.css'
import { SendAgain } from '../SendAgain.tsx'
import { AlarmFacts } from './AlarmFacts.tsx'
import { canHandle, StateBadge } from './badges.tsx'
import css from './dialogs.module.css'
import alarmsCss from './alarms.module.css'

interface DetailDialogProps {
  record: AlarmRecord
  /** Opens the handling, where the record can be handled. */
  onHandle: () => void
  onClose: () => void
}

/** Why an alarm fired, how it was handled, and the result of each of its messages (spec 1 §2.10: the send log). */
export function DetailDialog({ record, onHandle, onClose }: DetailDialogProps) {
  const zone = useZone()
  const translate = useTranslate()
  const log = useQuery({
    queryKey: ['alarms', 'log', record.id],
    queryFn: ({ signal }) => sendLog(record.id, signal),
    retry: false,
  })
  return (
    <Dialog
      title={translate('alarms.detailTitle')}
      width={990}
      onClose={onClose}
      footer={
        canHandle(record) && (
          <Button variant="contained" color="primary" onClick={onHandle}>
            {translate('alarms.handle')}
          </Button>
        )
      }
    >
      <AlarmFacts record={record} />
      <Trace record={record} zone={zone} />
      <h3 className={css.heading}>{translate('alarms.sendLog')}</h3>
      {log.error ? (
        <InlineError error={log.error} onRetry={() => void log.refetch()} />
      ) : log.data === undefined ? (
        <RowsSkeleton height={40} rows={3} />
      ) : log.data.length === 0 ? (
        <EmptyState title={translate('alarms.noMessages')} />
      ) : (
        <div className={css.log}>
          <table className={clsx(controlsCss.table, css.logTable)} aria-label={translate('alarms.sendLog')}>
            <thead>
              <tr>
                <th scope="col">{translate('alarms.time')}</th>
                <th scope="col">{translate('alarms.way')}</th>
                <th scope="col">{translate('alarms.recipient')}</th>
                <th scope="col">{translate('alarms.content')}</th>
                <th scope="col">{translate('alarms.sent')}</th>
              </tr>
            </thead>
            <tbody>
              {log.data.map((entry) => (
                <tr key={entry.id}>
                  <td className={alarmsCss.time}>{entry.at === null ? '—' : zone.full(entry.at)}</td>
                  <td className={alarmsCss.time}>
                    {translate(`alarms.ways.${[1, 2, 3].includes(entry.type) ? entry.type : 4}`)}
                  </td>
                  <td>
                    {entry.name}
                    <small className={css.address}>{entry.address}</small>
                  </td>
                  <td className={css.content}>{entry.text}</td>
                  <td className={css.sent}>
                    <Badge tone={entry.ok === null ? 'neutral' : entry.ok ? 'online' : 'alarm'}>
                      {translate(entry.ok === null ? 'alarms.waiting' : entry.ok ? 'alarms.ok' : 'alarms.notSent')}
                    </Badge>
                    {/* The badge already says so. */}
                    {entry.explained && entry.explained !== translate('error.alarm.sent') && (
                      <small className={css.address}>{entry.explained}</small>
                    )}
                    {entry.again && (
                      <SendAgain id={entry.id} name={entry.name || entry.address} onAsked={() => log.refetch()} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  )
}

/** The known moments of an alarm. */
function Trace({ record, zone }: { record: AlarmRecord; zone: Zone }) {
  const translate = useTranslate()
  const moment = (value: unknown) => (typeof value === 'number' && value > 0 ? zone.full(value) : null)
  const lines = [
    ['alarms.trace.since', moment(record.trace?.['since'])],
    ['alarms.trace.fired', zone.full(record.at)],
    ['alarms.trace.recovered', moment(record.recoveredAt)],
    ['alarms.trace.note', record.explained],
  ].filter((line): line is [string, string] => line[1] !== null)
  return (
    <dl className={css.trace}>
      <div>
        <dt>{translate('alarms.state')}</dt>
        <dd>
          <StateBadge record={record} />
        </dd>
      </div>
      {lines.map(([key, value]) => (
        <div key={key}>
          <dt>{translate(key)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
