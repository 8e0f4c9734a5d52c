import { Skeleton } from '../ui/index.ts'
import './rowsSkeleton.css'

/** The rows of a table before they are known, as high as they will be (px); on a phone two lines each, as lists are there. */
export function RowsSkeleton({ height, rows = 8 }: { height: number; rows?: number }) {
  return (
    <div className="rows-skeleton" aria-hidden>
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
