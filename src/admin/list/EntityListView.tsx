import { useListContext } from 'react-admin'
import { useEffect, useRef, useState } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import { DeleteDialog } from '../dialogs/DeleteDialog.tsx'
import { ListHeader } from './ListHeader.tsx'
import type { Place } from '../place.ts'
import { useKeptPlace } from './useKeptPlace.ts'
import { usePreload } from './usePreload.ts'
import { useReturnFocus } from './useReturnFocus.ts'
import { useView } from './useView.ts'
import { InlineError } from '../../kit/index.ts'
import { useEntity } from '../EntityContext.tsx'
import { LastGood } from '../LastGood.tsx'
import { AreaFilter } from './toolbar/AreaFilter.tsx'
import { BulkToolbar } from './toolbar/BulkToolbar.tsx'
import { EntityRows } from './table/EntityRows.tsx'
import { ListPager } from './ListPager.tsx'
import { ListToolbar } from './toolbar/ListToolbar.tsx'
import { useListFilters } from './toolbar/listFilters.ts'

/** Head, area tree, filters, rows and pager; each of them asks the list context for what it shows. */
export function EntityListView({ place }: { place: Place }) {
  const { resource, rights, open } = useEntity()
  const { data, selectedIds, onToggleItem } = useListContext<Row>()
  const failure = useListFailure()
  const [filters] = useListFilters()
  const [view, chooseView] = useView(resource)
  const [deleting, setDeleting] = useState<Row | null>(null)
  const frame = useRef<HTMLElement>(null)
  useReturnFocus(frame, place)
  useKeptPlace(frame)
  usePreload(resource, rights, data !== undefined)
  return (
    <section className="crud" ref={frame}>
      <ListHeader
        resource={resource}
        tools={rights.tools}
        filters={filters}
        place={place}
        open={open}
        create={rights.create}
      />
      <div className="crud-body">
        <AreaFilter />
        <div className="crud-panel">
          {selectedIds.length > 0 ? <BulkToolbar /> : <ListToolbar view={view} onView={chooseView} />}
          <LastGood />
          {failure && (
            <div className="crud-banner">
              <InlineError error={failure.error} onRetry={failure.retry} />
            </div>
          )}
          <EntityRows view={view} onDelete={setDeleting} />
          <ListPager />
        </div>
        {deleting && (
          <DeleteDialog
            resource={resource}
            row={deleting}
            onDeleted={() => selectedIds.includes(deleting.id) && onToggleItem(deleting.id)}
            onClose={() => setDeleting(null)}
          />
        )}
      </div>
    </section>
  )
}

/**
 * Why the list could not be read. Where that was a page behind the first, react-admin goes back to the first one, whose rows are there: the failure stays, and
 * trying again goes to the page that was asked for.
 */
function useListFailure(): { error: Error; retry: () => void } | null {
  const { error, page, isFetching, setPage, refetch } = useListContext<Row>()
  const [failed, setFailed] = useState<{ error: Error; page: number } | null>(null)
  useEffect(() => {
    if (error) setFailed({ error, page })
    else if (!isFetching) setFailed((before) => (before && page === 1 && before.page !== 1 ? before : null))
  }, [error, page, isFetching])
  if (!failed) return null
  return { error: failed.error, retry: () => (failed.page === page ? void refetch() : setPage(failed.page)) }
}
