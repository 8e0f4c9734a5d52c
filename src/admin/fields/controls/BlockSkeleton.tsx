import { Skeleton } from '../../../kit/index.ts'
import css from '../fields.module.css'

/** The room of a list or a table inside a form: its frame, with lines so high as its own. px. */
export const BlockSkeleton = ({ height, line = 34 }: { height: number; line?: number }) => (
  <div className={css.block} aria-hidden style={{ height }}>
    <LinesSkeleton count={Math.floor((height - 8) / line)} line={line} />
  </div>
)

/** The room of some lines, px high each. */
export const LinesSkeleton = ({ count, line }: { count: number; line: number }) =>
  Array.from({ length: count }, (_, index) => (
    <div key={index} className={css.blockLine} style={{ height: line }}>
      <Skeleton width={WIDTHS[index % WIDTHS.length]} />
    </div>
  ))

const WIDTHS = ['38%', '52%', '44%', '60%', '48%']
