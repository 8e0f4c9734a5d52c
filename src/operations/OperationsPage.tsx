import { Button } from '@mui/material'
import { clsx } from 'clsx'
import { useListContext, useTranslate } from 'react-admin'
import type { Operation } from '../../dataProvider/calls/operations.ts'
import { isSuper } from '../../resources/kit/access.ts'
import { PageList } from '../admin/PageList.tsx'
import { ComboFilter, DayFilter } from '../admin/list/toolbar/FilterInputs.tsx'
import { LiveFilters, SearchInput } from '../admin/list/toolbar/SearchInput.tsx'
import { useOpened } from '../admin/useOpened.ts'
import { useZone } from '../chart/useZone.ts'
import { useClock } from '../live/useClock.ts'
import { useProjectNames } from '../live/useLiveNames.ts'
import { EmptyState, useCaller } from '../kit/index.ts'
import { RowsSkeleton } from '../kit/states/RowsSkeleton.tsx'
import { usePhone } from '../kit/hooks/useMedia.ts'
import { dayIn } from '../../dataProvider/plain.ts'
import pageCss from '../kit/page.module.css'
import { ChangesDialog } from './ChangesDialog.tsx'
import { OperationRows } from './OperationRows.tsx'
import { OperationTable } from './OperationTable.tsx'

/**
 * /monitor/operation (spec 1 §2.11): who changed a record, sent a command or signed in, and when, with each changed
 * field.
 */
export default function OperationsPage() {
  const translate = useTranslate()
  const phone = usePhone()
  return (
    <PageList
      resource="monitor/operation"
      title={translate('operations.title')}
      old={OLD}
      filters={<Filters />}
      waiting={<RowsSkeleton height={40} />}
      none={<None />}
      rows={phone ? <OperationRows /> : <OperationTable />}
    >
      <Changes />
    </PageList>
  )
}

const OLD = { first: dayIn, last: dayIn }

function Filters() {
  const translate = useTranslate()
  const today = useZone().day(useClock(60_000))
  const projects = useProjectNames(isSuper(useCaller()))
  const { filterValues, setFilters } = useListContext()
  const [first, last] = [dayIn(filterValues['first']), dayIn(filterValues['last'])]
  return (
    <div className={pageCss.filters} role="search">
      <LiveFilters>
        <SearchInput label={translate('operations.search')} />
        {projects && <ComboFilter source="pro_id" label={translate('alarms.allProjects')} options={projects} />}
        <span className={pageCss.filtersDays}>
          <DayFilter source="first" label={translate('alarms.first')} max={last ?? today} clearable />
          <span aria-hidden>→</span>
          <DayFilter source="last" label={translate('alarms.last')} min={first ?? undefined} max={today} clearable />
        </span>
      </LiveFilters>
      {Object.keys(filterValues).length > 0 && (
        <Button
          size="small"
          className={clsx(pageCss.filterButton, pageCss.filtersReset)}
          onClick={() => setFilters({})}
        >
          {translate('alarms.reset')}
        </Button>
      )}
    </div>
  )
}

function None() {
  const translate = useTranslate()
  const { filterValues } = useListContext()
  const narrowed = Object.keys(filterValues).length > 0
  return (
    <EmptyState
      title={translate('shell.empty')}
      hint={translate(narrowed ? 'operations.noMatch' : 'operations.emptyHint')}
    />
  )
}

/** The changes of the entry that the address names, whether or not it is on this page of the list. */
function Changes() {
  const [opened, open] = useOpened(['open'])
  const { data, isPending } = useListContext<Operation>()
  if (!opened || isPending) return null
  return (
    <ChangesDialog
      key={opened.id}
      id={opened.id}
      operation={data?.find(({ id }) => id === opened.id)}
      onClose={() => open(null)}
    />
  )
}
