import { ChartSkeleton, Skeleton } from '../../../kit/index.ts'
import { DayFrame } from './DayFrame.tsx'
import { DayGrid } from './DayGrid.tsx'

/** The room of a day: its tools, its curve, and the boxes of its hours. */
export const DayRoom = () => (
  <DayFrame>
    <div className="day-tools">
      {TOOLS.map((width, index) => (
        <Skeleton key={index} width={width} height={28} />
      ))}
    </div>
    <div className="day-scroll">
      <div className="day-curve day-curve--room">
        <ChartSkeleton />
      </div>
    </div>
    <DayGrid cell={hourRoom} />
  </DayFrame>
)

const hourRoom = () => <Skeleton height={28} />

/** px. */
const TOOLS = [84, 81, 83, 66, 102, 101, 114, 66]
