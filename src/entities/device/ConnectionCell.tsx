import { isShown } from '../../../resources/kit/validate.ts'
import type { Field } from '../../../resources/kit/define.ts'
import { RefLinks, useLinked } from '../../admin/dialogs/RefLinks.tsx'
import type { CellProps } from '../../admin/fields/cell.ts'
import { NoNames } from '../../admin/fields/Names.tsx'
import { nameIn, useNames } from '../../admin/fields/names.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'

/** The gateway a device reports through, or that it stands alone. */
export function ConnectionCell({ resource, value, row, ...cell }: CellProps) {
  const field = cell.field as Field
  const pick = useLabel()
  const through = isShown(field, row)
  const to = field.type === 'ref' ? field.to : ''
  const { data: gateways, isPending } = useNames(to, through)
  const linked = useLinked(field, row)
  const condition = field.when ? resource.fields[field.when.field] : undefined
  if (!through && condition?.type === 'choice' && field.when) {
    const option = condition.options.find((candidate) => candidate.value === Number(row[field.when?.field ?? '']))
    return <span className="ellipsis">{option ? pick(option.label) : '—'}</span>
  }
  if (value === null || value === undefined) return <span className="cell-none">—</span>
  if (linked) return <RefLinks target={linked} value={value} />
  if (!gateways) return <NoNames waiting={isPending} />
  const name = nameIn(to, gateways, Number(value)) ?? `#${String(value)}`
  return (
    <span className="ellipsis" title={name}>
      {name}
    </span>
  )
}
