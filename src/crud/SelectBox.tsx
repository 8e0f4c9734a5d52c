import { Checkbox } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { Row } from '../../dataProvider/rows.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { titleOf } from '../../resources/kit/named.ts'
import type { Selection } from './useSelection.ts'

/** The box of a row; a press on it does not open the row. */
export function RowBox({ resource, row, selection }: { resource: Resource; row: Row; selection: Selection }) {
  const translate = useTranslate()
  const chosen = selection.chosen.has(row.id)
  return (
    <Checkbox
      className="crud-box"
      checked={chosen}
      disableRipple
      onClick={(event) => event.stopPropagation()}
      onChange={() => selection.choose([row], !chosen)}
      slotProps={{ input: { 'aria-label': translate('crud.bulk.select', { name: titleOf(resource, row) }) } }}
    />
  )
}

/** The box of all rows shown, half full while only some of them are chosen. */
export function PageBox({ selection }: { selection: Selection }) {
  const translate = useTranslate()
  return (
    <Checkbox
      className="crud-box"
      checked={selection.page === 'all'}
      indeterminate={selection.page === 'some'}
      disableRipple
      onChange={selection.togglePage}
      slotProps={{ input: { 'aria-label': translate('crud.bulk.selectPage') } }}
    />
  )
}
