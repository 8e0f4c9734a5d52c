import './skeleton.css'
import { Skeleton } from './Skeleton.tsx'

/** Stands where some paragraphs will. */
export const TextSkeleton = () => (
  <div className="ui-skeleton-text">
    {WIDTHS.map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)

const WIDTHS = ['36%', '96%', '90%', '58%', '93%', '84%', '47%']
