import type { Rights } from '../rights.ts'
import { useSlots } from '../slots.ts'
import { DeleteDialog, Dialogs, OutlineEditor } from '../chunks.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { filterTarget } from './toolbar/filterTarget.ts'
import { AreaPanel } from './toolbar/AreaPanel.tsx'
import { joinedResources } from '../../../resources/index.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useListContext, useTranslate } from 'react-admin'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import { ListHeader } from './ListHeader.tsx'
import type { Place } from '../place.ts'
import { useView } from './useView.ts'
import { InlineError, whenSettled } from '../../kit/index.ts'
import { useEntity } from '../EntityContext.tsx'
import { BulkToolbar } from './toolbar/BulkToolbar.tsx'
import { useFocusNextRow, useReturnFocus } from './rowFocus.ts'
import { ListFailure } from './states.tsx'
import { EntityRows } from './table/EntityRows.tsx'
import { ListPager, useListCount } from './ListPager.tsx'
import { ListToolbar } from './toolbar/ListToolbar.tsx'
import { useListFilters } from './toolbar/listFilters.ts'
import css from './list.module.css'

/** Head, area tree, filters, rows and pager; each part takes its data from the list context. */
export function EntityListView({ place }: { place: Place }) {
  const { resource, rights, open } = useEntity()
  const { selectedIds, onToggleItem } = useListContext<Row>()
  const count = useListCount()
  const [filters] = useListFilters()
  const [view, chooseView] = useView(resource)
  const [deleting, setDeleting] = useState<Row | null>(null)
  const frame = useRef<HTMLElement>(null)
  useReturnFocus(frame, place)
  useFocusNextRow(frame)
  usePreload(resource, rights)
  return (
    <section className={css.crud} ref={frame}>
      <ListHeader
        resource={resource}
        tools={rights.tools}
        filters={filters}
        place={place}
        open={open}
        create={rights.create}
      />
      <div className={css.body}>
        <AreaFilter />
        <div className={css.panel}>
          {selectedIds.length > 0 ? <BulkToolbar /> : <ListToolbar view={view} onView={chooseView} />}
          <LastGood />
          <ListFailure />
          <EntityRows view={view} onDelete={setDeleting} />
          <ListPager whole={resource.tree !== undefined} count={count} />
        </div>
        {deleting && (
          <Suspense>
            <DeleteDialog
              resource={resource}
              row={deleting}
              onDeleted={() => selectedIds.includes(deleting.id) && onToggleItem(deleting.id)}
              onClose={() => setDeleting(null)}
            />
          </Suspense>
        )}
      </div>
    </section>
  )
}

/**
 * Says, over an entity that is defined by a file, that the file's current contents cannot be used; nothing where they
 * can.
 */
function LastGood() {
  const { resource } = useEntity()
  const translate = useTranslate()
  const file = joinedResources().find(({ path }) => path === resource.path)?.lastGood
  if (file === undefined) return null
  return (
    <div className={css.banner}>
      <InlineError tone="warning" error={translate('crud.lastGood', { file })} />
    </div>
  )
}

/** Area tree at the left of a list that can be filtered by area. */
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

/** Once a list is usable, preloads the code of the dialogs that the caller may open from it, so that they are drawn at once. */
function usePreload(resource: Resource, rights: Rights): void {
  const queries = useQueryClient()
  const slots = useSlots()
  const form = rights.create || rights.edit
  const dialogs = rights.dialogs.map(({ slot }) => slot).join()
  useEffect(() => {
    return whenSettled(queries, () => {
      void Dialogs.preload()
      if (rights.delete) void DeleteDialog.preload()
      if (form && Object.values(resource.fields).some(({ input }) => input)) void slots.input.preload()
      if (form && resource.formSlot) {
        void slots.shape.preload()
        void slots.forms[resource.formSlot].preload()
      }
      if (form && Object.values(resource.fields).some(({ type, input }) => type === 'polygon' && !input))
        void OutlineEditor.preload()
      for (const { slot } of resource.dialogs ?? [])
        if (dialogs.split(',').includes(slot)) slots.dialogs[slot].preload()
    })
  }, [queries, resource, form, rights.delete, dialogs, slots])
}
