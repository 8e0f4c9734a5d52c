import { Pie, PieChart } from 'recharts'

export interface RingProps {
  parts: readonly { count: number; fill: string }[]
  /** Width and height of the whole, px. */
  size: number
  /** How thick the ring is, px. */
  width: number
  /** Between the parts, degrees. */
  gap?: number
  /** Rounds the ends of its parts, px. */
  round?: number
}

/**
 * Shares as a ring, clockwise from the top: a picture of what stands beside it in words, which is what a screen reader gets. Recharts is large: load
 * this lazily.
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
