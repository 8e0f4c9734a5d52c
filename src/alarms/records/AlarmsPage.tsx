import { useListContext, useTranslate } from 'react-admin'
import { useState } from 'react'
import type { AlarmMeta } from '../../../dataProvider/calls/alarmRecords.ts'
import type { AlarmGroup, AlarmRecord } from '../../../dataProvider/alarms.ts'
import { dayIn, idIn } from '../../../dataProvider/plain.ts'
import { PageList } from '../../admin/PageList.tsx'
import { useOpened } from '../../admin/useOpened.ts'
import { useZone } from '../../chart/useZone.ts'
import { usePausePolls } from '../../kit/hooks/pausePolls.ts'
import { EmptyState, StatusMark } from '../../kit/index.ts'
import { RowsSkeleton } from '../../kit/states/RowsSkeleton.tsx'
import { usePhone } from '../../kit/hooks/useMedia.ts'
import { AlarmFilters } from './AlarmFilters.tsx'
import { AlarmRows } from './AlarmRows.tsx'
import { AlarmTable } from './AlarmTable.tsx'
import { HandleDialog } from './HandleDialog.tsx'
import { RECORD_DIALOGS, AlarmRecordDialog } from './AlarmRecordDialog.tsx'
import { AlarmTally } from './AlarmTally.tsx'
import css from './alarms.module.css'

/** Page /monitor/threoldManage (spec 1 §2.10): the alarms of some days, the results of their messages, and handling. */
export default function AlarmsPage() {
  const translate = useTranslate()
  const phone = usePhone()
  const [opened, open] = useOpened(RECORD_DIALOGS)
  // Records as they were when their handling began: each handled record disappears from the rows that can be ticked.
  const [several, setSeveral] = useState<readonly AlarmRecord[]>([])
  usePausePolls(opened !== null || several.length > 0)
  return (
    <PageList
      resource="monitor/threoldManage"
      title={translate('alarms.title')}
      old={OLD}
      every={POLL_INTERVAL_MS}
      actions={<Fresh />}
      filters={<AlarmFilters />}
      above={<AlarmTally onHandle={setSeveral} />}
      waiting={<RowsSkeleton height={phone ? 94 : 56} />}
      none={<EmptyState title={translate('shell.empty')} hint={translate('alarms.emptyHint')} />}
      rows={phone ? <AlarmRows /> : <AlarmTable />}
    >
      {several.length > 0 && <HandleDialog records={several} onClose={() => setSeveral([])} />}
      {opened && <AlarmRecordDialog key={`${opened.kind}${opened.id}`} opened={opened} open={open} />}
    </PageList>
  )
}

/** Polling interval of the list, ms (spec 1 §9). */
const POLL_INTERVAL_MS = 60_000

/** Groups in older addresses: the record's state (spec 1 §4), and 3 for alarms that ended unhandled. */
const CODES: Readonly<Record<string, AlarmGroup>> = { 0: 'open', 1: 'false', 2: 'handled', 3: 'over' }

const OLD = {
  device: idIn,
  first: dayIn,
  last: dayIn,
  states: (states: string) => states.split(',').flatMap((code) => CODES[code] ?? []),
}

/** When the list was last read, and whether reading has failed since. */
function Fresh() {
  const translate = useTranslate()
  const zone = useZone()
  const { meta, error } = useListContext()
  if (!meta) return null
  const { at } = meta as AlarmMeta
  return (
    <span className={css.fresh}>
      <StatusMark status={error ? 'stale' : 'online'} />
      {translate(error ? 'alarms.stale' : 'alarms.fresh', { time: zone.clock(at) })}
    </span>
  )
}
