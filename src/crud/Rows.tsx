import { Button } from '@mui/material'
import { Plus, SearchX } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { createElement, Suspense, useMemo, useState } from 'react'
import type { Row } from '../../dataProvider/rows.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { viewSlots } from '../slots.ts'
import { EmptyState } from '../ui/index.ts'
import { usePhone } from '../ui/useMedia.ts'
import { Cards } from './Cards.tsx'
import { CardsSkeleton } from './CardsSkeleton.tsx'
import type { TableColumn } from './columns.ts'
import type { ListQuery } from './listQuery.ts'
import type { Place } from './place.ts'
import type { Rights } from './rights.ts'
import { Table } from './Table.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import { treeRows } from './treeRows.ts'
import type { Rows as RowsState } from './useRows.ts'
import type { Selection } from './useSelection.ts'
import type { View } from './useView.ts'
import { useResourceWords } from './words.ts'

export interface RowsProps {
  resource: Resource
  columns: readonly TableColumn[]
  rights: Rights
  query: ListQuery
  onQuery: (change: Partial<ListQuery>) => void
  list: RowsState
  onOpen: (place: Place) => void
  onDelete: (row: Row) => void
  view?: View
  /** null where nothing is done with many rows. */
  selection?: Selection | null
}

/** Rows as a table, as cards on a phone; or that there are none, and why. */
export function Rows(props: RowsProps) {
  const { resource, columns, query, list } = props
  const phone = usePhone()
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map())
  const lines = useMemo(() => {
    if (!list.rows) return null
    const isOpen = (id: number) => toggled.get(id) ?? true
    return treeRows(resource, list.rows, isOpen, query.search)
  }, [resource, list.rows, query.search, toggled])
  const toggle = (id: number, open: boolean) => setToggled((before) => new Map(before).set(id, open))

  const waiting = phone ? <CardsSkeleton resource={resource} columns={columns} boxes={Boolean(props.selection)} /> : <TableSkeleton columns={columns} />
  if (!lines) return list.error ? null : waiting
  if (lines.length === 0) return <NoRows {...props} />
  if (props.view === 'cards' && resource.view)
    return (
      <div className="crud-rows" aria-busy={list.refreshing}>
        <Suspense fallback={waiting}>{createElement(viewSlots[resource.view], props)}</Suspense>
      </div>
    )
  const Shape = phone ? Cards : Table
  return (
    <div className="crud-rows" aria-busy={list.refreshing} data-refreshing={list.refreshing || undefined}>
      <Shape {...props} lines={lines} onToggle={toggle} />
    </div>
  )
}

function NoRows({ resource, query, onQuery, rights, onOpen }: RowsProps) {
  const translate = useTranslate()
  const words = useResourceWords(resource)
  if (query.search !== '' || query.area !== null || query.project !== null)
    return (
      <EmptyState
        icon={<SearchX />}
        title={translate('crud.noMatch')}
        hint={translate('crud.noMatchHint', { noun: words.noun })}
        action={<Button onClick={() => onQuery({ search: '', area: null, project: null })}>{translate('crud.clearFilters')}</Button>}
      />
    )
  return (
    <EmptyState
      title={translate('shell.empty')}
      hint={translate('crud.noRows', { noun: words.noun })}
      action={
        rights.create && (
          <Button startIcon={<Plus size={16} aria-hidden />} onClick={() => onOpen({ kind: 'create' })}>
            {translate('crud.new', { noun: words.noun })}
          </Button>
        )
      }
    />
  )
}
