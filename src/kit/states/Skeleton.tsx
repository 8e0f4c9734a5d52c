import { usePlaceholder } from '../Settling.tsx'
import css from './feedback.module.css'

export interface SkeletonProps {
  width?: number | string
  height?: number | string
  /** Round, for marks and icons. */
  round?: boolean
}

/** Placeholder for content, in its final size. Appears after 300 ms, so that quick answers do not flash. */
export function Skeleton({ width = '100%', height = 14, round = false }: SkeletonProps) {
  usePlaceholder()
  return (
    <span
      className={css.skeleton}
      data-part="skeleton"
      aria-hidden="true"
      style={{ width, height, borderRadius: round ? '50%' : undefined }}
    />
  )
}
