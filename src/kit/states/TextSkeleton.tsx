import { Skeleton } from './Skeleton.tsx'
import css from './feedback.module.css'

/** Placeholder for some paragraphs. */
export const TextSkeleton = () => (
  <div className={css.skeletonText}>
    {WIDTHS.map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)

const WIDTHS = ['36%', '96%', '90%', '58%', '93%', '84%', '47%']
