import { BlockSkeleton } from '../../fields/BlockSkeleton.tsx'
import type { FormShapeProps } from '../../fields/slotProps.ts'
import { useLabel } from '../../fields/useLabel.ts'

/** The form of a virtual rule as it stands: what it makes, then its day. */
export function VirtualRuleShape({ resource, shown, field, body = <BlockSkeleton height={DAY} /> }: FormShapeProps) {
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

/** px: its words, tools, curve and table. */
const DAY = 520
