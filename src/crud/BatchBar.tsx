import { Button } from '@mui/material'
import { X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { createElement, Suspense, type ComponentType } from 'react'
import type { Resource } from '../../resources/kit/define.ts'
import type { BulkSlotProps } from '../fields/slotProps.ts'
import { bulkSlots } from '../slots.ts'
import { ExportButton } from './ExportButton.tsx'
import type { Rights } from './rights.ts'
import { PageBox } from './SelectBox.tsx'
import type { Selection } from './useSelection.ts'

/** Stands in place of the filters, as high as they are, while rows are selected. */
export function BatchBar({ resource, rights, selection }: { resource: Resource; rights: Rights; selection: Selection }) {
  const translate = useTranslate()
  const rows = [...selection.chosen.values()]
  return (
    <div className="crud-filters crud-batch" role="toolbar" aria-label={translate('crud.bulk.bar')}>
      <PageBox selection={selection} />
      <span className="crud-chosen" role="status">
        {translate('crud.bulk.chosen', { smart_count: rows.length })}
      </span>
      <Suspense>{rights.bulk.map(({ slot }) => createElement(bulkSlots[slot] as ComponentType<BulkSlotProps>, { key: slot, resource, rows, onDone: selection.keep }))}</Suspense>
      <ExportButton resource={resource} rows={rows} total={rows.length} />
      <Button className="crud-batch-end" endIcon={<X size={14} aria-hidden />} onClick={() => selection.keep([])}>
        {translate('crud.bulk.clear')}
      </Button>
    </div>
  )
}
