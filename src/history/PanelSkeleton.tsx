import { ChartSkeleton } from '../kit/index.ts'

/** px: the row of nodes, the unit and the edges around the chart. */
const BESIDES = 70

/** Stands where a device's lines will, in the room of the chart (px) and of what is around it. */
export const PanelSkeleton = ({ height }: { height: number }) => (
  <div className="history-body">
    <ChartSkeleton height={height + BESIDES} />
  </div>
)
