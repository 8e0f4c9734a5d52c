import { clsx } from 'clsx'
import { DayGrid } from '../device/day/DayGrid.tsx'
import { DayFrame } from '../device/day/DayFrame.tsx'
import { ChartSkeleton, Skeleton } from '../../kit/index.ts'
import { arrange } from '../../admin/form/arrange.tsx'
import type { FormShapeProps } from '../../admin/fields/slotProps.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import formCss from '../../admin/form/form.module.css'
import { fieldOf, HOURS } from '../device/day/day.ts'
import dayCss from '../device/day/day.module.css'

/** Layout of a virtual rule's form: what it produces, then its day. */
export function VirtualRuleShape({ resource, shown, field, body = <DayRoom /> }: FormShapeProps) {
  const pick = useLabel()
  const [rule] = resource.form
  const form = arrange({ resource, shown, field })
  form.claim(DAY)
  return (
    <>
      <fieldset className={formCss.section}>
        {rule?.label && <legend>{pick(rule.label)}</legend>}
        <div className={formCss.grid} data-part="grid">
          {rule?.fields.map((name) => form.take(name, name === 'amend_type'))}
        </div>
      </fieldset>
      {body}
      {form.otherSections()}
    </>
  )
}

/** Fields of the day, which its curve and table draw. */
const DAY = HOURS.flatMap((hour) => [fieldOf('base', hour), fieldOf('rand', hour)])

/** Skeleton of a day: its tools, its curve, and the boxes of its hours. */
const DayRoom = () => (
  <DayFrame>
    <div className={dayCss.tools}>
      {TOOLS.map((width, index) => (
        <Skeleton key={index} width={width} height={28} />
      ))}
    </div>
    <div className={dayCss.scroll}>
      <div className={clsx(dayCss.curve, dayCss.curveRoom)}>
        <ChartSkeleton />
      </div>
    </div>
    <DayGrid cell={hourRoom} />
  </DayFrame>
)

const hourRoom = () => <Skeleton height={28} />

/** Widths of the tools, px. */
const TOOLS = [84, 81, 83, 66, 102, 101, 114, 66]
