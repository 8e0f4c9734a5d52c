import { ChartSkeleton } from '../../kit/index.ts'
import css from './answers.module.css'

/** Height of the row of nodes, the unit and the edges around the chart, px. */
const BESIDES = 70

/** Placeholder of a device's panel; `height` is that of the chart, px. */
export const PanelSkeleton = ({ height }: { height: number }) => (
  <div className={css.body} data-part="history">
    <ChartSkeleton height={height + BESIDES} />
  </div>
)
