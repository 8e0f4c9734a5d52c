import type { FormShapeProps } from '../../fields/slotProps.ts'
import { useLabel } from '../../fields/useLabel.ts'
import { DayRoom } from './DayRoom.tsx'

/** The form of a virtual rule as it stands: what it makes, then its day. */
export function VirtualRuleShape({ resource, shown, field, body = <DayRoom /> }: FormShapeProps) {
  const pick = useLabel()
  const [rule] = resource.form
  return (
    <>
      <fieldset className="crud-section">
        {rule?.label && <legend>{pick(rule.label)}</legend>}
        <div className="crud-grid">{rule?.fields.filter((name) => shown.has(name)).map((name) => field(name, name === 'amend_type'))}</div>
      </fieldset>
      {body}
    </>
  )
}
