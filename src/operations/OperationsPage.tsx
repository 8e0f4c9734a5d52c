import { TypeBadge, whoOf } from './words.tsx'
import { kindOf } from './plainWords.ts'
import { useLabel } from '../admin/fields/useLabel.ts'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { operations } from '../../dataProvider/operations.ts'
import { isSuper } from '../../resources/kit/access.ts'
import { useZone } from '../chart/useZone.ts'
import { useClock } from '../live/useClock.ts'
import { HelpButton } from '../kit/help/HelpButton.tsx'
import { Combo, DayField, EmptyState, InlineError, PageHeader, useCaller } from '../kit/index.ts'
import { usePhone } from '../kit/useMedia.ts'
import { useProjectNames } from '../live/useLiveNames.ts'
import { Pager } from '../kit/Pager.tsx'
import { RowsSkeleton } from '../kit/RowsSkeleton.tsx'
import { ChangesDialog } from './ChangesDialog.tsx'
import { readParams, writeParams, type OperationParams } from './operationParams.ts'
import './operations.css'
import { OperationTable, type OperationTableProps } from './OperationTable.tsx'

/** /monitor/operation (spec 1 §2.11): who changed, sent or signed in when, with each changed field. */
export default function OperationsPage() {
  const translate = useTranslate()
  const zone = useZone()
  const today = zone.day(useClock(60_000))
  const caller = useCaller()
  const projects = useProjectNames(isSuper(caller))
  const [search, setSearch] = useSearchParams()
  const params = useMemo(() => readParams(search, today), [search, today])
  const change = useCallback(
    (changed: Partial<OperationParams>) =>
      setSearch(
        (before) =>
          writeParams({
            ...readParams(before, today),
            ...('page' in changed || 'open' in changed ? {} : { page: 1 }),
            ...changed,
          }),
        { replace: !('open' in changed) },
      ),
    [setSearch, today],
  )
  const { project, first, last, page, size, open } = params
  const from = first === '' ? null : zone.startOf(first)
  const to = last === '' ? null : zone.rangeOf(last).to
  const list = useQuery({
    queryKey: ['operations', params.search, project, from, to, page, size],
    queryFn: ({ signal }) => operations({ search: params.search, project, from, to, page, size }, signal),
    placeholderData: (before) => before,
    retry: false,
  })
  const rows = list.data?.rows
  const Rows = usePhone() ? OperationRows : OperationTable
  const narrowed = params.search !== '' || project !== null || first !== '' || last !== ''
  return (
    <div className="ui-listPage">
      <PageHeader title={translate('operations.title')}>
        <HelpButton topic="monitor/operation" name={translate('operations.title')} />
      </PageHeader>
      <div className="ui-filters operations-filters" role="search">
        <SearchBox key={params.search} value={params.search} onSearch={(text) => change({ search: text })} />
        {projects && (
          <Combo
            label={translate('alarms.allProjects')}
            options={projects}
            value={project}
            clearable
            onChange={(id) => change({ project: id })}
          />
        )}
        <span className="ui-filters__days">
          <DayField
            label={translate('alarms.first')}
            max={last || today}
            day={first}
            clearable
            onChange={(day) => change({ first: day })}
          />
          <span aria-hidden>→</span>
          <DayField
            label={translate('alarms.last')}
            min={first || undefined}
            max={today}
            day={last}
            clearable
            onChange={(day) => change({ last: day })}
          />
        </span>
        {narrowed && (
          <button
            type="button"
            className="ui-button ui-filters__reset"
            onClick={() => change({ search: '', project: null, first: '', last: '' })}
          >
            {translate('alarms.reset')}
          </button>
        )}
      </div>
      {list.error && (
        <div className="ui-listPage__banner">
          <InlineError error={list.error} onRetry={() => void list.refetch()} />
        </div>
      )}
      <div className="operations-rows" aria-busy={list.isFetching}>
        {rows === undefined ? (
          !list.error && <RowsSkeleton height={40} />
        ) : rows.length === 0 ? (
          <EmptyState
            title={translate('shell.empty')}
            hint={translate(narrowed ? 'operations.noMatch' : 'operations.emptyHint')}
          />
        ) : (
          <Rows rows={rows} zone={zone} projects={projects} onOpen={(id) => change({ open: id })} />
        )}
      </div>
      {(rows !== undefined || !list.error) && (
        <Pager
          page={page}
          size={size}
          total={list.data?.total}
          onPage={(next) => change({ page: next })}
          onSize={(next) => change({ size: next })}
        />
      )}
      {open !== null && !list.isPending && (
        <ChangesDialog
          key={open}
          id={open}
          operation={rows?.find(({ id }) => id === open)}
          zone={zone}
          onClose={() => change({ open: null })}
        />
      )}
    </div>
  )
}

function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const translate = useTranslate()
  const [text, setText] = useState(value)
  return (
    <form
      className="operations-search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <Search size={14} aria-hidden />
      <input
        type="search"
        className="ui-input"
        maxLength={100}
        value={text}
        placeholder={translate('operations.search')}
        aria-label={translate('operations.search')}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => text.trim() !== value && onSearch(text.trim())}
      />
    </form>
  )
}

/** The entries on a phone, two lines each: what was done to which record, by whom and when. A tap opens the changes. */
function OperationRows({ rows, zone, onOpen }: OperationTableProps) {
  const translate = useTranslate()
  const pick = useLabel()
  return (
    <ul className="operations-list" aria-label={translate('operations.title')}>
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" onClick={() => onOpen(row.id)}>
            <span className="operations-line">
              <b className="ellipsis">{[kindOf(row, pick), row.explained].filter(Boolean).join(' · ')}</b>
              <TypeBadge type={row.type} />
            </span>
            <span className="operations-line operations-small">
              <span className="ellipsis">{whoOf(row)}</span>
              <span className="operations-time">{row.at === null ? '—' : zone.full(row.at)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
