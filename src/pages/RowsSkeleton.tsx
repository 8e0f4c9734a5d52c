import { Skeleton } from '../ui/index.ts'
import './rowsSkeleton.css'

/** The rows of a table before they are known, as high as they will be (px). */
export function RowsSkeleton({ height }: { height: number }) {
  return (
    <div className="rows-skeleton" aria-hidden>
      {ROWS.map((row) => (
        <div key={row} style={{ height }}>
          {WIDTHS.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      ))}
    </div>
  )
}

const ROWS = [...Array(8).keys()]
const WIDTHS = ['14%', '10%', '18%', '26%', '8%']
