import type { Row } from '../../../../dataProvider/rows.ts'
import { Cell } from '../../fields/columns.tsx'
import type { Resource } from '../../../../resources/kit/define.ts'
import { isEmpty } from '../../../../resources/kit/validate.ts'
import type { TableColumn } from './columns.ts'
import { RefLinks, useLinked } from '../../dialogs/RefLinks.tsx'
import css from './table.module.css'

/** One field of a row, or two on two lines; a value that names a record is a link where the caller may open it. */
export function Value({
  resource,
  row,
  column,
  still = false,
}: {
  resource: Resource
  row: Row
  column: Pick<TableColumn, 'name' | 'second'>
  still?: boolean
}) {
  return (
    <>
      <div className={css.value} data-part="value">
        <Part resource={resource} name={column.name} row={row} still={still} />
      </div>
      {column.second && (
        <div className={css.second} data-part="second">
          <Part resource={resource} name={column.second} row={row} second still={still} />
        </div>
      )}
    </>
  )
}

function Part({
  resource,
  name,
  row,
  second = false,
  still,
}: {
  resource: Resource
  name: string
  row: Row
  second?: boolean
  still: boolean
}) {
  const field = resource.fields[name]
  const linked = useLinked(field, row)
  return linked && !field?.column && !isEmpty(row[name]) ? (
    <RefLinks target={linked} value={row[name]} folded={still} />
  ) : (
    <Cell resource={resource} name={name} row={row} second={second} still={still} />
  )
}
