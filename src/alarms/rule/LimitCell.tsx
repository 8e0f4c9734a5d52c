import { isEmpty, isShown } from '../../../resources/kit/validate.ts'
import type { CellProps } from '../../admin/fields/cell.ts'
import { formatNumber } from '../../admin/fields/formats.ts'
import { indexOf, useNames } from '../../admin/fields/names.ts'

/** A limit of a rule, in the unit of the node that the rule watches. */
export function LimitCell({ resource, name, value, row }: CellProps) {
  const field = resource.fields[name]
  const unit = useUnit(Number(row['nodemap_id']))
  if (!field) return null
  // What the condition does not ask for, and what is left out, is not there either way.
  if (!isShown(field, row) || isEmpty(value)) return <span className="cell-none">—</span>
  const number = formatNumber(value)
  return (
    <span className="ellipsis" title={unit && `${number} ${unit}`}>
      {number}
      {unit && <span className="cell-unit"> {unit}</span>}
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
