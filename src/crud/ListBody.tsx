import { memo, useState } from 'react'
import type { Row } from '../../dataProvider/rows.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { InlineError, useCaller } from '../ui/index.ts'
import { AreaPanel } from './AreaPanel.tsx'
import { BatchBar } from './BatchBar.tsx'
import { columnsOf, useHiddenColumns } from './columns.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { FilterBar } from './FilterBar.tsx'
import { filterTarget } from './filterTarget.ts'
import type { ListQuery } from './listQuery.ts'
import { Pager } from './Pager.tsx'
import type { Place } from './place.ts'
import type { Rights } from './rights.ts'
import { Rows } from './Rows.tsx'
import { countOf } from './treeRows.ts'
import type { Rows as RowsState } from './useRows.ts'
import { useSelection } from './useSelection.ts'
import { useView } from './useView.ts'

interface ListBodyProps {
  resource: Resource
  rights: Rights
  query: ListQuery
  onQuery: (change: Partial<ListQuery>) => void
  list: RowsState
  onOpen: (place: Place) => void
}

/** Area tree, filters, table and pager. Not drawn again when a dialog opens over them: that alone would be most of its time. */
export const ListBody = memo(function ListBody({ resource, rights, query, onQuery, list, onOpen }: ListBodyProps) {
  const caller = useCaller()
  const [deleting, setDeleting] = useState<Row | null>(null)
  const [hidden, hide] = useHiddenColumns(resource)
  const [view, chooseView] = useView(resource)
  const selection = useSelection(rights.bulk.length > 0, list.rows)
  const columns = columnsOf(resource, caller)
  const shown = columns.filter(({ name }, index) => index === 0 || !hidden.has(name))
  const areas = filterTarget(resource, 'area')
  const total = list.rows ? countOf(resource, { rows: list.rows, total: list.total }, query.search) : null
  return (
    <div className="crud-body">
      {areas && <AreaPanel resource={resource} tree={areas} selected={query.area} project={query.project} onSelect={(area) => onQuery({ area })} />}
      <div className="crud-panel">
        {selection && selection.chosen.size > 0 ? (
          <BatchBar resource={resource} rights={rights} selection={selection} />
        ) : (
          <FilterBar resource={resource} query={query} onChange={onQuery} columns={columns} hidden={hidden} onHide={hide} view={view} onView={chooseView} total={total} areas={areas} />
        )}
        {list.error && (
          <div className="crud-banner">
            <InlineError error={list.error} onRetry={list.retry} />
          </div>
        )}
        <Rows resource={resource} columns={shown} view={view} selection={selection} rights={rights} query={query} onQuery={onQuery} list={list} onOpen={onOpen} onDelete={setDeleting} />
        {total !== null ? <Pager query={query} total={total} whole={resource.tree !== undefined} onChange={onQuery} /> : !list.error && <div className="pager" aria-hidden />}
      </div>
      {deleting && <DeleteDialog resource={resource} row={deleting} onDeleted={() => selection?.choose([deleting], false)} onClose={() => setDeleting(null)} />}
    </div>
  )
})
