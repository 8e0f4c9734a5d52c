import { clsx } from 'clsx'
import { isEmpty, isShown } from '../../../resources/kit/validate.ts'
import type { CellProps } from '../../admin/fields/cell.ts'
import { formatNumber } from '../../admin/fields/formats.ts'
import { indexOf, useNames } from '../../admin/fields/names.ts'
import textCss from '../../kit/text.module.css'
import tableCss from '../../admin/list/table/table.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'

/** A limit of a rule, in the unit of the node that the rule watches. */
export function LimitCell({ resource, name, value, row }: CellProps) {
  const field = resource.fields[name]
  const unit = useUnit(Number(row['nodemap_id']))
  if (!field) return null
  // What the condition does not ask for, and what is left out, is not there either way.
  if (!isShown(field, row) || isEmpty(value)) return <span className={fieldsCss.cellNone}>—</span>
  const number = formatNumber(value)
  return (
    <span className={clsx(textCss.ellipsis, tableCss.cut)} title={unit && `${number} ${unit}`}>
      {number}
      {unit && <span className={fieldsCss.cellUnit}> {unit}</span>}
    </span>
  )
}

/** What a model's node is measured in; '' while that is not known. */
function useUnit(nodemap: number): string {
  const { data: nodemaps = [] } = useNames('manage/product/nodemap')
  const { data: nodes = [] } = useNames('manage/node')
  const unit = indexOf(nodes).get(Number(indexOf(nodemaps).get(nodemap)?.['node_id']))?.['unitname']
  return typeof unit === 'string' ? unit : ''
}
