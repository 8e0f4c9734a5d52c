import { useTranslate } from 'ra-core'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isSuper } from '../../../resources/kit/access.ts'
import { useZone } from '../../chart/useZone.ts'
import { useHold } from '../../kit/hold.ts'
import { useClock } from '../../live/useClock.ts'
import { useProjectNames, useLiveNames } from '../../live/useLiveNames.ts'
import { HelpButton } from '../../kit/help/HelpButton.tsx'
import { EmptyState, InlineError, PageHeader, StatusMark, useCaller } from '../../kit/index.ts'
import { usePhone } from '../../kit/useMedia.ts'
import { Pager } from '../../kit/Pager.tsx'
import { RowsSkeleton } from '../../kit/RowsSkeleton.tsx'
import { AlarmFilters } from './AlarmFilters.tsx'
import { LONGEST, readParams, writeParams, type AlarmParams } from './alarmParams.ts'
import { AlarmRows } from './AlarmRows.tsx'
import './alarms.css'
import { AlarmTable } from './AlarmTable.tsx'
import { canHandle } from './canHandle.ts'
import { HandleDialog } from './HandleDialog.tsx'
import { RecordDialog } from './RecordDialog.tsx'
import { Tally } from './Tally.tsx'
import { useAlarmList } from './useAlarmList.ts'

/** /monitor/threoldManage (spec 1 §2.10): the alarms of some days, what became of their messages, and handling them. */
export default function AlarmsPage() {
  const translate = useTranslate()
  const zone = useZone()
  const today = zone.day(useClock(60_000))
  const caller = useCaller()
  const [search, setSearch] = useSearchParams()
  const params = useMemo(() => readParams(search, today), [search, today])
  const change = useCallback(
    (changed: Partial<AlarmParams>) =>
      setSearch(
        (before) =>
          writeParams(
            {
              ...readParams(before, today),
              ...('dialog' in changed || 'page' in changed ? {} : { page: 1 }),
              ...changed,
            },
            today,
          ),
        { replace: !('dialog' in changed) },
      ),
    [setSearch, today],
  )
  const names = useLiveNames(false)
  const projects = useProjectNames(isSuper(caller))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [several, setSeveral] = useState(false)

  const { groups, page, size, dialog } = params
  const busy = dialog !== null || several
  useHold(busy)
  const { list, filter, totals, grouped, refetch } = useAlarmList(params, zone.rangeOf(params.first, params.last), busy)
  const rows = list.data?.rows
  // Of a list that failed there is nothing to count, to narrow or to turn the pages of.
  const known = rows !== undefined || !list.error
  const handled = () => {
    setChosen(new Set())
    setSeveral(false)
    change({ dialog: null })
    refetch()
  }
  const open = (rows ?? []).filter(canHandle)
  const marked = open.filter(({ id }) => chosen.has(id))
  const phone = usePhone()
  const Rows = phone ? AlarmRows : AlarmTable
  return (
    <div className="ui-listPage">
      <PageHeader
        title={translate('alarms.title')}
        actions={
          list.dataUpdatedAt > 0 && (
            <span className="alarms-fresh">
              <StatusMark status={list.error ? 'stale' : 'online'} />
              {translate(list.error ? 'alarms.stale' : 'alarms.fresh', { time: zone.clock(list.dataUpdatedAt) })}
            </span>
          )
        }
      >
        <HelpButton topic="monitor/threoldManage" name={translate('alarms.title')} />
      </PageHeader>
      <AlarmFilters
        params={params}
        today={today}
        areas={names.areas}
        projects={projects}
        filter={filter}
        empty={(rows?.length ?? 0) === 0}
        onChange={change}
      />
      {known && (
        <Tally
          total={list.data?.total}
          totals={totals}
          grouped={grouped}
          groups={groups}
          onGroups={(next) => change({ groups: next })}
          marked={marked.length}
          onHandle={() => setSeveral(true)}
          hint={translate('alarms.limit', { days: LONGEST })}
        />
      )}
      {list.error && (
        <div className="ui-listPage__banner">
          <InlineError error={list.error} onRetry={refetch} />
        </div>
      )}
      <div className="alarms-rows" aria-busy={list.isFetching}>
        {rows === undefined ? (
          !list.error && <RowsSkeleton height={phone ? 94 : 56} />
        ) : rows.length === 0 ? (
          <EmptyState title={translate('shell.empty')} hint={translate('alarms.emptyHint')} />
        ) : (
          <Rows
            rows={rows}
            zone={zone}
            today={today}
            areaNames={names.areaNames}
            projects={projects}
            chosen={chosen}
            onChosen={setChosen}
            onOpen={(kind, id) => change({ dialog: { kind, id } })}
          />
        )}
      </div>
      {known && (
        <Pager
          page={page}
          size={size}
          total={list.data?.total}
          onPage={(next) => change({ page: next })}
          onSize={(next) => change({ size: next })}
        />
      )}
      {several && marked.length > 0 && (
        <HandleDialog records={marked} zone={zone} onClose={() => setSeveral(false)} onDone={handled} onDetail={null} />
      )}
      {dialog && !list.isPending && (
        <RecordDialog
          key={dialog.id}
          dialog={dialog}
          rows={rows ?? []}
          zone={zone}
          onDialog={(next) => change({ dialog: next })}
          onHandled={handled}
        />
      )}
    </div>
  )
}
