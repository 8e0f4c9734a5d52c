import { ChartSkeleton } from '../../kit/index.ts'
import css from './answers.module.css'

/** px: the row of nodes, the unit and the edges around the chart. */
const BESIDES = 70

/** Stands where a device's lines will, in the room of the chart (px) and of what is around it. */
export const PanelSkeleton = ({ height }: { height: number }) => (
  <div className={css.body} data-part="history">
    <ChartSkeleton height={height + BESIDES} />
  </div>
)
