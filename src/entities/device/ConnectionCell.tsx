import { clsx } from 'clsx'
import { isShown } from '../../../resources/kit/validate.ts'
import { resourceOf } from '../../../resources/index.ts'
import type { Field, Resource } from '../../../resources/kit/define.ts'
import { RefLinks, useLinked } from '../../admin/dialogs/RefLinks.tsx'
import type { CellProps } from '../../admin/fields/cell.ts'
import { NoNames } from '../../admin/fields/Names.tsx'
import { useNamesOf } from '../../admin/fields/names.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import textCss from '../../kit/text.module.css'
import tableCss from '../../admin/list/table/table.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'

/** The gateway a device reports through, or that it stands alone. */
export function ConnectionCell({ resource, value, row, ...cell }: CellProps) {
  const field = cell.field as Field
  const pick = useLabel()
  const through = isShown(field, row)
  const linked = useLinked(field, row)
  const condition = field.when ? resource.fields[field.when.field] : undefined
  if (!through && condition?.type === 'choice' && field.when) {
    const option = condition.options.find((candidate) => candidate.value === Number(row[field.when?.field ?? '']))
    return <span className={clsx(textCss.ellipsis, tableCss.cut)}>{option ? pick(option.label) : '—'}</span>
  }
  if (value === null || value === undefined) return <span className={fieldsCss.cellNone}>—</span>
  if (linked) return <RefLinks target={linked} value={value} />
  return field.type === 'ref' ? <Name target={resourceOf(field.to)} value={value} /> : null
}

function Name({ target, value }: { target: Resource; value: unknown }) {
  const { names, isPending } = useNamesOf(target, value)
  if (!names) return <NoNames waiting={isPending} />
  return (
    <span className={clsx(textCss.ellipsis, tableCss.cut)} title={names[0]}>
      {names[0]}
    </span>
  )
}
