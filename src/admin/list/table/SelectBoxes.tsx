import { Checkbox } from '@mui/material'
import { useListContext } from 'react-admin'
import css from './table.module.css'

interface SelectRowProps {
  id: number
  label: string
  /** Replaces the list's own toggle: a table selects the range since the last click with the shift key. */
  onToggle?: (event: React.MouseEvent<HTMLElement>) => void
}

/** Checkbox of a row; a click on it does not open the row. */
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

/** Checkbox of all shown rows that can be selected, indeterminate while only some of them are selected. */
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
