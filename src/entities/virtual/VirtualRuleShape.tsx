import { arrange } from '../../admin/form/arrange.tsx'
import type { FormShapeProps } from '../../admin/fields/slotProps.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { fieldOf, HOURS } from '../device/day/day.ts'
import { DayRoom } from '../device/day/DayRoom.tsx'

/** The form of a virtual rule as it stands: what it makes, then its day. */
export function VirtualRuleShape({ resource, shown, field, body = <DayRoom /> }: FormShapeProps) {
  const pick = useLabel()
  const [rule] = resource.form
  const form = arrange({ resource, shown, field })
  form.claim(DAY)
  return (
    <>
      <fieldset className="crud-section">
        {rule?.label && <legend>{pick(rule.label)}</legend>}
        <div className="crud-grid">{rule?.fields.map((name) => form.take(name, name === 'amend_type'))}</div>
      </fieldset>
      {body}
      {form.others()}
    </>
  )
}

/** The values of the day, which its curve and table draw. */
const DAY = HOURS.flatMap((hour) => [fieldOf('base', hour), fieldOf('rand', hour)])
