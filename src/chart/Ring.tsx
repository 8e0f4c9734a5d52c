import { Pie, PieChart } from 'recharts'
import { LINE_COLORS } from '../chart/colors.ts'

/** Shares as a ring, in the order and colours of the table beside it, which is what a screen reader gets. Recharts is large: load this lazily. */
export default function Donut({ counts }: { counts: readonly number[] }) {
  const data = counts.map((count, index) => ({ count, fill: `var(${LINE_COLORS[index % LINE_COLORS.length]})` }))
  return (
    <PieChart width={132} height={132} margin={NONE} accessibilityLayer={false}>
      <Pie
        data={data}
        dataKey="count"
        innerRadius={46}
        outerRadius={66}
        paddingAngle={counts.length > 1 ? 2 : 0}
        cornerRadius={2}
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
