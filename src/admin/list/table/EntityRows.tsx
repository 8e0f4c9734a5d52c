import { Button } from '@mui/material'
import { Plus, SearchX } from 'lucide-react'
import { useListContext, useTranslate } from 'react-admin'
import { createElement, Suspense, useCallback, useMemo, useState } from 'react'
import { clsx } from 'clsx'
import type { Row } from '../../../../dataProvider/rows.ts'
import { TableSkeleton } from './TableSkeleton.tsx'
import { treeRows } from './treeRows.ts'
import type { ListView } from '../useView.ts'
import { useResourceWords } from '../../words.ts'
import { useSlots } from '../../slots.ts'
import { EmptyState, Skeleton } from '../../../kit/index.ts'
import { usePhone } from '../../../kit/hooks/useMedia.ts'
import { useEntity } from '../../EntityContext.tsx'
import { EntityCards } from './EntityCards.tsx'
import { EntityTable } from './EntityTable.tsx'
import { useListFilters } from '../toolbar/listFilters.ts'
import type { Resource } from '../../../../resources/kit/define.ts'
import { cardOf } from './cardOf.ts'
import type { TableColumn } from './columns.ts'
import css from './table.module.css'

export interface EntityRowsProps {
  view?: ListView
  onDelete: (row: Row) => void
}

/** Rows of the surrounding list as a table, or as cards on a phone; without rows, the reason. */
export function EntityRows({ view = 'table', onDelete }: EntityRowsProps) {
  const slots = useSlots()
  const { resource, rights, columns } = useEntity()
  const { data, error, isFetching, isPending } = useListContext<Row>()
  const [{ search }] = useListFilters()
  const phone = usePhone()
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map())
  const lines = useMemo(
    () => data && treeRows(resource, data, (id) => toggled.get(id) ?? true, search),
    [resource, data, search, toggled],
  )
  const toggle = useCallback((id: number, open: boolean) => setToggled((before) => new Map(before).set(id, open)), [])

  const waiting = phone ? (
    <CardsSkeleton resource={resource} columns={columns} boxes={rights.bulk.length > 0} />
  ) : (
    <TableSkeleton columns={columns} />
  )
  if (!lines) return isPending && !error ? waiting : null
  if (lines.length === 0) return <NoRows />
  const refreshing = isFetching || undefined
  if (view === 'cards' && resource.view)
    return (
      <div className={css.rows} data-part="rows" aria-busy={isFetching}>
        <Suspense fallback={waiting}>{createElement(slots.views[resource.view], { onDelete })}</Suspense>
      </div>
    )
  const Shape = phone ? EntityCards : EntityTable
  return (
    <div className={css.rows} data-part="rows" aria-busy={isFetching} data-refreshing={refreshing}>
      <Shape lines={lines} onToggle={toggle} onDelete={onDelete} />
    </div>
  )
}

function NoRows() {
  const translate = useTranslate()
  const { resource, rights, open } = useEntity()
  const words = useResourceWords(resource)
  const [{ search, project, area }, change] = useListFilters()
  if (search !== '' || area !== null || project !== null)
    return (
      <EmptyState
        icon={<SearchX />}
        title={translate('crud.noMatch')}
        hint={translate('crud.noMatchHint', { noun: words.noun })}
        action={
          <Button onClick={() => change({ search: '', area: null, project: null })}>
            {translate('crud.clearFilters')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      title={translate('shell.empty')}
      hint={translate('crud.noRows', { noun: words.noun })}
      action={
        rights.create && (
          <Button startIcon={<Plus size={16} aria-hidden />} onClick={() => open({ kind: 'create' })}>
            {translate('crud.new', { noun: words.noun })}
          </Button>
        )
      }
    />
  )
}

interface CardsSkeletonProps {
  resource: Resource
  columns: readonly TableColumn[]
  /** Whether each card will have a checkbox. */
  boxes: boolean
  rows?: number
}

/** Skeleton of the phone's cards: the name above its second line, and the value at the right. */
function CardsSkeleton({ resource, columns, boxes, rows = 8 }: CardsSkeletonProps) {
  const translate = useTranslate()
  const { under, aside } = cardOf(resource, columns)
  return (
    <div className={css.rows} data-part="rows" role="status" aria-label={translate('shell.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={clsx(css.card, css.cardWaiting)} data-boxes={boxes || undefined}>
          <div>
            <Skeleton width="60%" />
            {under && <Skeleton width="40%" height={12} />}
          </div>
          {aside && <Skeleton width={56} height={12} />}
        </div>
      ))}
    </div>
  )
}
