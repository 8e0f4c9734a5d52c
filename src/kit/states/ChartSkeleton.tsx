import css from './feedback.module.css'
/** Stands where a chart will: its hairlines, and stubs for what its axes say. `height` as that of the chart (px), or all there is. */
export const ChartSkeleton = ({ height = '100%' }: { height?: number | string }) => (
  <span className={css.skeletonChart} aria-hidden="true" style={{ height }} />
)
