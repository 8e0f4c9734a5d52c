import { Pie, PieChart } from 'recharts'

export interface RingProps {
  parts: readonly { count: number; fill: string }[]
  /** Width and height of the chart, px. */
  size: number
  /** Thickness of the ring, px. */
  width: number
  /** Gap between the parts, degrees. */
  gap?: number
  /** Corner radius of the parts, px. */
  round?: number
}

/**
 * Shares as a ring, clockwise from the top. It illustrates text beside it, which is what a screen reader gets. Recharts
 * is large: load this component lazily.
 */
export default function Ring({ parts, size, width, gap = 0, round = 2 }: RingProps) {
  return (
    <PieChart width={size} height={size} margin={NONE} accessibilityLayer={false}>
      <Pie
        data={[...parts]}
        dataKey="count"
        innerRadius={size / 2 - width}
        outerRadius={size / 2}
        paddingAngle={gap}
        cornerRadius={round}
        startAngle={90}
        endAngle={-270}
        stroke="none"
        isAnimationActive={false}
        rootTabIndex={-1}
      />
    </PieChart>
  )
}

const NONE = { top: 0, right: 0, bottom: 0, left: 0 }
