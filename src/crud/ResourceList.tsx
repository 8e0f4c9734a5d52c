import { useResourceContext } from 'ra-core'
import { useCallback, useRef, useState } from 'react'
import type { Row } from '../../dataProvider/rows.ts'
import { resourceOf } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { InlineError, useCaller } from '../ui/index.ts'
import { AreaPanel } from './AreaPanel.tsx'
import { columnsOf, useHiddenColumns } from './columns.ts'
import './crud.css'
import './dialog.css'
import { DeleteDialog } from './DeleteDialog.tsx'
import { Dialogs } from './Dialogs.tsx'
import { BatchBar } from './BatchBar.tsx'
import { FilterBar } from './FilterBar.tsx'
import { filterTarget } from './filterTarget.ts'
import { ListHeader } from './ListHeader.tsx'
import { useListQuery } from './listQuery.ts'
import { Pager } from './Pager.tsx'
import { rightsOf } from './rights.ts'
import { Rows } from './Rows.tsx'
import { usePlace } from './usePlace.ts'
import { useReturnFocus } from './useReturnFocus.ts'
import { useRows } from './useRows.ts'
import { useSelection } from './useSelection.ts'
import { useView } from './useView.ts'

/** The screen of a resource, drawn from its definition: head, area tree, filters, table, pager, and the dialogs its URL names. */
export default function ResourceList() {
  const path = useResourceContext()
  if (!path) throw new Error('a list stands outside of a resource')
  // The key starts a list afresh: open branches and hidden menus of one resource are not another's.
  return <List key={path} resource={resourceOf(path)} />
}

function List({ resource }: { resource: Resource }) {
  const caller = useCaller()
  const rights = rightsOf(caller, resource)
  const [query, change] = useListQuery()
  const { place, open } = usePlace(resource)
  const [deleting, setDeleting] = useState<Row | null>(null)
  const [hidden, hide] = useHiddenColumns(resource)
  const [view, chooseView] = useView(resource)
  const frame = useRef<HTMLElement>(null)
  useReturnFocus(frame, place)
  const goTo = useCallback((page: number) => change({ page }), [change])
  const list = useRows(resource, query, true, goTo)
  const selection = useSelection(rights.bulk.length > 0, list.rows)
  const columns = columnsOf(resource, caller)
  const shown = columns.filter(({ name }, index) => index === 0 || !hidden.has(name))
  const areas = filterTarget(resource, 'area')
  return (
    <section className="crud" ref={frame}>
      <ListHeader resource={resource} tools={rights.tools} query={query} place={place} open={open} create={rights.create} />
      <div className="crud-body">
        {areas && <AreaPanel tree={areas} selected={query.area} project={query.project} onSelect={(area) => change({ area })} />}
        <div className="crud-panel">
          {selection && selection.chosen.size > 0 ? (
            <BatchBar resource={resource} rights={rights} selection={selection} />
          ) : (
            <FilterBar resource={resource} query={query} onChange={change} columns={columns} hidden={hidden} onHide={hide} view={view} onView={chooseView} total={list.rows ? list.total : null} areas={areas} />
          )}
          {list.error && (
            <div className="crud-banner">
              <InlineError error={list.error} onRetry={list.retry} />
            </div>
          )}
          <Rows resource={resource} columns={shown} view={view} selection={selection} rights={rights} query={query} onQuery={change} list={list} onOpen={open} onDelete={setDeleting} />
          {!resource.tree && list.rows && <Pager query={query} total={list.total} onChange={change} />}
        </div>
      </div>
      <Dialogs resource={resource} place={place} open={open} presets={{ project: query.project, area: query.area }} rows={list.rows} />
      {deleting && <DeleteDialog resource={resource} row={deleting} onClose={() => setDeleting(null)} />}
    </section>
  )
}
