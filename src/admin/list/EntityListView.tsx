import type { Rights } from '../rights.ts'
import { useSlots } from '../slots.ts'
import { atRest } from '../../kit/idle.ts'
import { preloadOutline } from '../fields/geoInputs.tsx'
import type { Resource } from '../../../resources/kit/define.ts'
import { filterTarget } from './toolbar/filterTarget.ts'
import { AreaPanel } from './toolbar/AreaPanel.tsx'
import { joinedResources } from '../../../resources/index.ts'
import { useListContext, useTranslate } from 'react-admin'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import { DeleteDialog } from '../dialogs/DeleteDialog.tsx'
import { ListHeader } from './ListHeader.tsx'
import type { Place } from '../place.ts'
import { useView } from './useView.ts'
import { InlineError, giveBack } from '../../kit/index.ts'
import { useEntity } from '../EntityContext.tsx'
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

/** Says over an entity of a file that what the file says now cannot be used; nothing where it can. */
function LastGood() {
  const { resource } = useEntity()
  const translate = useTranslate()
  const file = joinedResources().find(({ path }) => path === resource.path)?.lastGood
  if (file === undefined) return null
  return (
    <div className="crud-banner">
      <InlineError tone="warning" error={translate('crud.lastGood', { file })} />
    </div>
  )
}

/** Gives the focus back to the row a dialog was opened from, where nothing else has it once the dialog is closed. */
function useReturnFocus(frame: RefObject<HTMLElement | null>, place: Place): void {
  const last = useRef<number | null>(null)
  const id = 'id' in place ? place.id : null
  useEffect(() => {
    if (id !== null) last.current = id
    if (place.kind !== 'list' || last.current === null) return
    const row = frame.current?.querySelector(`[data-id="${last.current}"]`)
    last.current = null
    // After the dialog's own return, which finds nothing where a press on the row or an entry of a menu opened it.
    const timer = setTimeout(() => {
      if (document.activeElement && document.activeElement !== document.body) return
      row?.querySelector<HTMLElement>(ROW_FOCUS)?.focus()
    })
    return () => clearTimeout(timer)
  }, [frame, id, place.kind])
}

/** The tree at the left of a list that can be narrowed by area. */
function AreaFilter() {
  const { resource } = useEntity()
  const [filters, change] = useListFilters()
  const tree = filterTarget(resource, 'area')
  return (
    tree && (
      <AreaPanel
        resource={resource}
        tree={tree}
        selected={filters.area}
        project={filters.project}
        onSelect={(area) => change({ area })}
      />
    )
  )
}

/** While a list is at rest, asks for the code of the dialogs that a caller may open from it: they are drawn at once then. */
function usePreload(resource: Resource, rights: Rights, ready: boolean): void {
  const slots = useSlots()
  const form = rights.create || rights.edit
  const dialogs = rights.dialogs.map(({ slot }) => slot).join()
  useEffect(() => {
    if (!ready) return
    return atRest(() => {
      if (form && resource.formSlot) slots.forms[resource.formSlot].preload()
      if (form && Object.values(resource.fields).some(({ type, input }) => type === 'polygon' && !input))
        preloadOutline()
      for (const { slot } of resource.dialogs ?? [])
        if (dialogs.split(',').includes(slot)) slots.dialogs[slot].preload()
    }, LATEST)
  }, [resource, form, dialogs, ready, slots])
}

/** ms. */
const LATEST = 2000

/** Where the row that has the focus leaves the list, deleted here or by somebody else, the row that takes its place has it; without any, the page. */
function useKeptPlace(frame: RefObject<HTMLElement | null>): void {
  const stood = useRef<{ row: Element; index: number } | null>(null)
  useEffect(() => {
    const enter = ({ target }: FocusEvent) => {
      // A menu or a question about the row is still at the row.
      if (!(target instanceof Element) || target.closest(LAYER)) return
      const row = frame.current?.contains(target) ? target.closest('[data-id]') : null
      stood.current = row && { row, index: rowsIn(frame).indexOf(row) }
    }
    document.addEventListener('focusin', enter)
    return () => document.removeEventListener('focusin', enter)
  }, [frame])
  // After every drawing: rows come and go.
  useEffect(() => {
    const last = stood.current
    if (!last || last.row.isConnected || document.activeElement?.closest(LAYER)) return
    stood.current = null
    const left = rowsIn(frame)
    giveBack(left[Math.min(last.index, left.length - 1)]?.querySelector(ROW_FOCUS) ?? null)
  })
}

/** What of a row takes the focus: its first action, on a phone the card itself. */
const ROW_FOCUS = '.crud-row-actions button, .crud-card-open'

const LAYER = '.MuiModal-root'

const rowsIn = (frame: RefObject<HTMLElement | null>): Element[] => [
  ...(frame.current?.querySelectorAll('[data-id]') ?? []),
]
