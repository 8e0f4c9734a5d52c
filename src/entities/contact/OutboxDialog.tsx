import { DataTable } from 'react-admin'
import type { WaitingMessage } from '../../../dataProvider/plainResources.ts'
import { useZone } from '../../chart/useZone.ts'
import { PlainList } from '../../admin/PlainList.tsx'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import listCss from '../../admin/list/list.module.css'

/**
 * Messages that could not be sent because their channel is not set up, including registration codes (wire.md,
 * `outbox`). For super administrators.
 */
export default function OutboxDialog({ onClose }: { onClose: () => void }) {
  const translate = useLateWords('system')
  const zone = useZone()
  return (
    <PlainList
      name="outbox"
      title={translate('shell.outbox')}
      none={translate('system.outbox.none')}
      hint={translate('system.outbox.hint')}
      onClose={onClose}
    >
      <DataTable.Col<WaitingMessage>
        source="created_at"
        disableSort
        label={translate('system.outbox.at')}
        render={({ created_at }) => (created_at === null ? '—' : zone.full(created_at))}
      />
      <DataTable.Col<WaitingMessage>
        source="alarm_type"
        disableSort
        label={translate('system.outbox.way')}
        render={({ alarm_type }) => translate(`alarms.ways.${alarm_type}`, { _: '—' })}
      />
      <DataTable.Col<WaitingMessage> source="recipient" disableSort label={translate('system.outbox.recipient')} />
      <DataTable.Col<WaitingMessage>
        source="content"
        disableSort
        label={translate('system.outbox.content')}
        render={({ subject, content }) => (
          <span className={listCss.plainListText}>{[subject, content].filter(Boolean).join('\n')}</span>
        )}
      />
      <DataTable.Col<WaitingMessage>
        source="reason"
        disableSort
        label={translate('system.outbox.reason')}
        render={({ reason }) => <span className={listCss.plainListText}>{reason}</span>}
      />
    </PlainList>
  )
}
