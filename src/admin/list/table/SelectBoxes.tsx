import { Checkbox } from '@mui/material'
import { useListContext } from 'react-admin'
import css from './table.module.css'

interface SelectRowProps {
  id: number
  label: string
  /** In place of the list's own: a table takes all since the last one pressed with the shift key. */
  onToggle?: (event: React.MouseEvent<HTMLElement>) => void
}

/** The box of a row; a press on it does not open the row. */
export function SelectRow({ id, label, onToggle }: SelectRowProps) {
  const { selectedIds, onToggleItem } = useListContext()
  return (
    <Checkbox
      className={css.box}
      checked={selectedIds.includes(id)}
      onClick={(event) => {
        event.stopPropagation()
        if (onToggle) onToggle(event)
        else onToggleItem(id)
      }}
      slotProps={{ input: { 'aria-label': label } }}
    />
  )
}

/** The box of all rows shown that can be selected, half full while only some of them are chosen. */
export function SelectPage({ ids, label }: { ids: readonly number[]; label: string }) {
  const { selectedIds, onSelect } = useListContext()
  const chosen = ids.filter((id) => selectedIds.includes(id))
  const all = ids.length > 0 && chosen.length === ids.length
  const toggle = () =>
    onSelect(all ? selectedIds.filter((id) => !ids.includes(Number(id))) : [...new Set([...selectedIds, ...ids])])
  return (
    <Checkbox
      className={css.box}
      disabled={ids.length === 0}
      checked={all}
      indeterminate={chosen.length > 0 && !all}
      onChange={toggle}
      slotProps={{ input: { 'aria-label': label } }}
    />
  )
}
