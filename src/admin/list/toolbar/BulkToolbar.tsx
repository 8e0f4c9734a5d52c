import { Button } from '@mui/material'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useGetMany, useListContext, useNotify, useTranslate } from 'react-admin'
import { createElement, Suspense, useMemo, useState, type ComponentType } from 'react'
import type { Exported } from '../../../../dataProvider/calls/files.ts'
import type { Row } from '../../../../dataProvider/rows.ts'
import { ExportButton } from './ExportButton.tsx'
import type { BulkSlotProps } from '../../fields/slotProps.ts'
import { useSlots } from '../../slots.ts'
import { messageOf } from '../../../kit/index.ts'
import { useEntity } from '../../EntityContext.tsx'
import { useListFilters } from './listFilters.ts'
import { SelectPage } from '../table/SelectBoxes.tsx'
import css from '../list.module.css'

/** Bar that replaces the filters, at the same height, while rows are selected on this or other pages. */
export function BulkToolbar() {
  const slots = useSlots()
  const translate = useTranslate()
  const { resource, rights } = useEntity()
  const { data = [], selectedIds, onSelect, onUnselectItems, total = 0 } = useListContext<Row>()
  const { everything, query, selectEverything } = useEverything()
  const { rows, waiting } = useSelectedRows(everything)
  return (
    <div className={clsx(css.filters, css.batch)} role="toolbar" aria-label={translate('crud.bulk.bar')}>
      <SelectPage ids={data.map(({ id }) => id)} label={translate('crud.bulk.selectPage')} />
      <span className={css.chosen} role="status">
        {translate('crud.bulk.chosen', { smart_count: selectedIds.length })}
      </span>
      {!resource.tree &&
        Math.min(total, MAX_ROWS) > selectedIds.length &&
        data.every(({ id }) => selectedIds.includes(id)) && (
          <Button variant="text" color="primary" onClick={() => void selectEverything()}>
            {translate(total > MAX_ROWS ? 'crud.bulk.first' : 'crud.bulk.all', { total: Math.min(total, MAX_ROWS) })}
          </Button>
        )}
      {/* Disabled while some of the selected rows are still being read, so that no action runs on only a part of
          them. */}
      <div className={css.batchActs} inert={waiting}>
        <Suspense>
          {rights.bulk.map(({ slot }) =>
            createElement(slots.bulk[slot] as ComponentType<BulkSlotProps>, {
              key: slot,
              resource,
              rows,
              onDone: (failed: readonly Row[]) => onSelect(failed.map(({ id }) => id)),
            }),
          )}
        </Suspense>
        <ExportButton resource={resource} query={query} rows={rows} total={rows.length} />
      </div>
      <Button className={css.batchEnd} endIcon={<X size={14} aria-hidden />} onClick={() => onUnselectItems()}>
        {translate('crud.bulk.clear')}
      </Button>
    </div>
  )
}

/** Maximum number of rows selected at once. */
const MAX_ROWS = 50_000

interface Everything {
  rows: readonly Row[]
  /** The query that found them. */
  query: Omit<Exported, 'ids'>
}

/**
 * Selects all rows that the list's filters find, on every page; `query` is set while exactly these rows are selected.
 */
function useEverything() {
  const translate = useTranslate()
  const notify = useNotify()
  const { selectedIds, onSelect, getData, sort } = useListContext<Row>()
  const [filters] = useListFilters()
  const [everything, setEverything] = useState<Everything>({ rows: [], query: NOTHING })
  const selected = useMemo(() => new Set(selectedIds), [selectedIds])
  const isEverything =
    everything.query !== NOTHING &&
    selected.size === everything.rows.length &&
    everything.rows.every(({ id }) => selected.has(id))
  // Not the context's onSelectAll: in a list without a store, its selection is not shared with the list.
  const selectEverything = async () => {
    try {
      const rows = (await getData?.({ maxResults: MAX_ROWS })) ?? []
      setEverything({ rows, query: { ...filters, sort: sort.field, descending: sort.order === 'DESC' } })
      onSelect(rows.map(({ id }) => id))
    } catch (failure) {
      notify(messageOf(failure, translate), { type: 'error', messageArgs: { _: messageOf(failure, translate) } })
    }
  }
  // If the limit was reached, not all rows were read, so they are not the query's whole result.
  return {
    everything: everything.rows,
    query: isEverything && everything.rows.length < MAX_ROWS ? everything.query : undefined,
    selectEverything,
  }
}

const NOTHING: Everything['query'] = { search: '', project: null, area: null, sort: '', descending: false }

/** Returns the selected rows: of this page, of those read before, and of other pages as they were listed there. */
function useSelectedRows(read: readonly Row[]): { rows: readonly Row[]; waiting: boolean } {
  const { resource } = useEntity()
  const { data, selectedIds } = useListContext<Row>()
  const here = useMemo(() => new Map([...read, ...(data ?? [])].map((row) => [row.id, row])), [read, data])
  const missing = selectedIds.filter((id) => !here.has(Number(id)))
  const { data: others, isPending } = useGetMany<Row>(resource.path, { ids: missing }, { enabled: missing.length > 0 })
  const rows = useMemo(() => {
    const known = new Map([...(others ?? []).map((row) => [row.id, row] as const), ...here])
    return selectedIds.flatMap((id) => known.get(Number(id)) ?? [])
  }, [here, others, selectedIds])
  return { rows, waiting: missing.length > 0 && isPending }
}
