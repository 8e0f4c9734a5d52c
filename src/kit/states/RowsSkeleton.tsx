import { Skeleton } from '../index.ts'
import css from './feedback.module.css'

/**
 * Placeholder of a table: the space of its head, and rows of the final height (px); on a phone two lines per row, as in
 * lists there, and no head.
 */
export function RowsSkeleton({ height, rows = 8 }: { height: number; rows?: number }) {
  return (
    <div className={css.rows} aria-hidden>
      <div className={css.rowsHead} />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} style={{ minHeight: height }}>
          {CELLS.map((cell) => (
            <div key={cell}>
              <Skeleton />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

const CELLS = [...Array(5).keys()]
