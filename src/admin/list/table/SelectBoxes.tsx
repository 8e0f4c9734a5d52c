import { Checkbox } from '@mui/material'
import { useListContext, useTranslate } from 'react-admin'
import type { Row } from '../../../../dataProvider/rows.ts'
import { titleOf } from '../../../../resources/kit/named.ts'
import { useEntity } from '../../EntityContext.tsx'

/** The box of a row; a press on it does not open the row. With the shift key all since the last one pressed. */
export function SelectRow({ row, onToggle }: { row: Row; onToggle?: (event: React.MouseEvent<HTMLElement>) => void }) {
  const translate = useTranslate()
  const { resource } = useEntity()
  const { selectedIds, onToggleItem } = useListContext<Row>()
  return (
    <Checkbox
      className="crud-box"
      checked={selectedIds.includes(row.id)}
      onClick={(event) => {
        event.stopPropagation()
        if (onToggle) onToggle(event)
        else onToggleItem(row.id)
      }}
      slotProps={{ input: { 'aria-label': translate('crud.bulk.select', { name: titleOf(resource, row) }) } }}
    />
  )
}

/** The box of all rows shown, half full while only some of them are chosen. */
export function SelectPage() {
  const translate = useTranslate()
  const { data = [], selectedIds, onSelect } = useListContext<Row>()
  const shown = data.map(({ id }) => id)
  const chosen = shown.filter((id) => selectedIds.includes(id))
  const all = shown.length > 0 && chosen.length === shown.length
  const toggle = () =>
    onSelect(all ? selectedIds.filter((id) => !shown.includes(Number(id))) : [...new Set([...selectedIds, ...shown])])
  return (
    <Checkbox
      className="crud-box"
      checked={all}
      indeterminate={chosen.length > 0 && !all}
      onChange={toggle}
      slotProps={{ input: { 'aria-label': translate('crud.bulk.selectPage') } }}
    />
  )
}
