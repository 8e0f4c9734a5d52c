import css from './feedback.module.css'
/**
 * Placeholder of a chart: its grid lines, and stubs for the axis labels. `height`: that of the chart (px); by default
 * the available height.
 */
export const ChartSkeleton = ({ height = '100%' }: { height?: number | string }) => (
  <span className={css.skeletonChart} aria-hidden="true" style={{ height }} />
)
