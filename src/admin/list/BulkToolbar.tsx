import { Button } from '@mui/material'
import { X } from 'lucide-react'
import { useGetMany, useListContext, useNotify, useTranslate } from 'react-admin'
import { createElement, Suspense, type ComponentType } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import { ExportButton } from '../../crud/ExportButton.tsx'
import type { BulkSlotProps } from '../../fields/slotProps.ts'
import { bulkSlots } from '../../slots.ts'
import { messageOf } from '../../ui/index.ts'
import { useEntity } from '../EntityContext.tsx'
import { SelectPage } from './SelectBoxes.tsx'

/** Stands in place of the filters, as high as they are, while rows are selected, on this page or on others. */
export function BulkToolbar() {
  const translate = useTranslate()
  const notify = useNotify()
  const { resource, rights } = useEntity()
  const { data = [], selectedIds, onSelect, onUnselectItems, getData, total = 0 } = useListContext<Row>()
  // Of other pages, as they were listed there.
  const { data: others = [] } = useGetMany<Row>(resource.path, { ids: selectedIds })
  const known = new Map([...others, ...data].map((row) => [row.id, row]))
  const rows = selectedIds.flatMap((id) => known.get(Number(id)) ?? [])
  // Not the context's onSelectAll: in a list that keeps nothing in the store it selects for itself alone.
  const selectAll = async () => {
    try {
      onSelect(((await getData?.({ maxResults: MOST })) ?? []).map(({ id }) => id))
    } catch (failure) {
      notify(messageOf(failure, translate), { type: 'error', messageArgs: { _: messageOf(failure, translate) } })
    }
  }
  return (
    <div className="crud-filters crud-batch" role="toolbar" aria-label={translate('crud.bulk.bar')}>
      <SelectPage />
      <span className="crud-chosen" role="status">
        {translate('crud.bulk.chosen', { smart_count: selectedIds.length })}
      </span>
      {!resource.tree && total > selectedIds.length && data.every(({ id }) => selectedIds.includes(id)) && (
        <Button variant="text" color="primary" onClick={() => void selectAll()}>
          {translate('crud.bulk.all', { total })}
        </Button>
      )}
      <Suspense>{rights.bulk.map(({ slot }) => createElement(bulkSlots[slot] as ComponentType<BulkSlotProps>, { key: slot, resource, rows, onDone: (failed: readonly Row[]) => onSelect(failed.map(({ id }) => id)) }))}</Suspense>
      <ExportButton resource={resource} rows={rows} total={rows.length} />
      <Button className="crud-batch-end" endIcon={<X size={14} aria-hidden />} onClick={() => onUnselectItems()}>
        {translate('crud.bulk.clear')}
      </Button>
    </div>
  )
}

/** Rows that may be selected at once. */
const MOST = 10_000
