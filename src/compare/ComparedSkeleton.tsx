import { ChartSkeleton, Skeleton } from '../kit/index.ts'
import { chartHeight } from './chartHeight.ts'
import type { NamedItem } from './useItems.ts'

/** px: the line of a chart's unit. */
const UNIT = 16

/** Stands where the compared lines will: their buttons, and one chart for each unit that is known already. */
export function ComparedSkeleton({ items }: { items: readonly NamedItem[] }) {
  const units = [...new Set(items.map(({ unit }) => unit))]
  return (
    <div className="compare-charts" aria-busy="true">
      <div className="history-tools">
        <div className="history-wait-tools">
          <Skeleton height="100%" />
        </div>
      </div>
      {units.map((unit) => (
        <div key={unit} className="compare-unit">
          <ChartSkeleton height={chartHeight(units.length) + UNIT} />
        </div>
      ))}
    </div>
  )
}
