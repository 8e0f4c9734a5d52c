import { useTranslate } from 'react-admin'
import { Skeleton } from '../../../kit/index.ts'
import type { TableColumn } from './columns.ts'
import css from './table.module.css'

/** Skeleton of the head and the rows in their final size; visible after 300 ms. */
export function TableSkeleton({ columns, rows = 8 }: { columns: readonly TableColumn[]; rows?: number }) {
  const translate = useTranslate()
  const twoLines = columns.some((column) => column.second !== null)
  return (
    <div className={css.rows} data-part="rows" role="status" aria-label={translate('shell.loading')}>
      <div className={css.skeleton} data-head />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={css.skeleton} data-two-lines={twoLines || undefined}>
          {columns.map((column, index) => (
            <Skeleton key={column.name} width={index === 0 ? '70%' : '45%'} />
          ))}
        </div>
      ))}
    </div>
  )
}
