import { Skeleton } from '../../kit/index.ts'

/** The room of some boxes to tick, side by side. */
export const ChecksSkeleton = () => (
  <div className="field-checks" aria-hidden>
    {WIDTHS.map((width) => (
      <Skeleton key={width} width={width} height={16} />
    ))}
  </div>
)

const WIDTHS = [92, 106, 78]
