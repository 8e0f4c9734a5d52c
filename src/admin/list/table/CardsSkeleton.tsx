import { clsx } from 'clsx'
import { useTranslate } from 'ra-core'
import type { Resource } from '../../../../resources/kit/define.ts'
import { Skeleton } from '../../../kit/index.ts'
import { cardOf } from './cardOf.ts'
import type { TableColumn } from './columns.ts'
import css from './table.module.css'

interface CardsSkeletonProps {
  resource: Resource
  columns: readonly TableColumn[]
  /** Whether each card will have a box to choose it by. */
  boxes: boolean
  rows?: number
}

/** Stands where the cards of a phone will: the name over its second line, and at the right what stands aside. */
export function CardsSkeleton({ resource, columns, boxes, rows = 8 }: CardsSkeletonProps) {
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
