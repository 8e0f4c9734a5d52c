import { Button } from '@mui/material'
import { useListContext, useTranslate } from 'react-admin'
import { MAX_SPAN_DAYS, type AlarmMeta } from '../../../dataProvider/calls/alarmRecords.ts'
import { ALARM_GROUPS, type AlarmGroup, type AlarmRecord } from '../../../dataProvider/alarms.ts'
import { ToggleChip } from '../../kit/buttons.tsx'
import { StatusMark } from '../../kit/index.ts'
import { canHandle } from './badges.tsx'
import { useAlarmFilter } from './useAlarmFilter.ts'
import css from './alarms.module.css'

const looks = { open: 'alarm', over: 'offline', false: 'disabled', handled: 'online' } as const
const words = {
  open: 'alarms.states.0',
  over: 'alarms.recovered',
  false: 'alarms.states.1',
  handled: 'alarms.states.2',
} as const

/**
 * One line above the table: the total, and the groups as filters with the count of each; while rows are ticked, what
 * can be done with them.
 */
export function AlarmTally({ onHandle }: { onHandle: (records: readonly AlarmRecord[]) => void }) {
  const translate = useTranslate()
  const { data = [], total, meta, selectedIds } = useListContext<AlarmRecord>()
  const [{ groups }, narrow] = useAlarmFilter()
  const { grouped = true, totals = {} }: Partial<AlarmMeta> = meta ?? {}
  const marked = data.filter((record) => canHandle(record) && selectedIds.includes(record.id))
  const nameOf = (group: AlarmGroup) =>
    translate(!grouped && group === 'open' ? 'alarms.unhandledOrOver' : words[group])
  return (
    <div className={css.tally}>
      <span role="status">{total !== undefined && translate('alarms.total', { count: total })}</span>
      {marked.length > 0 ? (
        <>
          <b role="status">{translate('alarms.marked', { count: marked.length })}</b>
          <Button variant="contained" color="primary" onClick={() => onHandle(marked)}>
            {translate('alarms.handleMarked')}
          </Button>
        </>
      ) : (
        <span className={css.states} role="group" aria-label={translate('alarms.state')}>
          {ALARM_GROUPS.filter((group) => grouped || group !== 'over').map((group) => (
            <ToggleChip
              key={group}
              on={groups.includes(group)}
              onClick={() =>
                narrow({
                  groups: groups.includes(group) ? groups.filter((other) => other !== group) : [...groups, group],
                })
              }
            >
              <StatusMark status={looks[group]} />
              {nameOf(group)} <b>{totals[group]?.toLocaleString('en-US')}</b>
            </ToggleChip>
          ))}
        </span>
      )}
      <span className={css.hint}>{translate('alarms.limit', { days: MAX_SPAN_DAYS })}</span>
    </div>
  )
}
