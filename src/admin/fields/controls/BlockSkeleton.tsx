import { Skeleton } from '../../../kit/index.ts'
import css from '../fields.module.css'

/** Skeleton of a list or a table inside a form: its frame with lines of the given height, px. */
export const BlockSkeleton = ({ height, line = 34 }: { height: number; line?: number }) => (
  <div className={css.block} aria-hidden style={{ height }}>
    <LinesSkeleton count={Math.floor((height - 8) / line)} line={line} />
  </div>
)

/** Skeleton lines of the given height, px. */
export const LinesSkeleton = ({ count, line }: { count: number; line: number }) =>
  Array.from({ length: count }, (_, index) => (
    <div key={index} className={css.blockLine} style={{ height: line }}>
      <Skeleton width={WIDTHS[index % WIDTHS.length]} />
    </div>
  ))

const WIDTHS = ['38%', '52%', '44%', '60%', '48%']
