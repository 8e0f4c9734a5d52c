import { ListItemIcon, MenuItem } from '@mui/material'
import { ArrowUpToLine } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { CommandSlotProps } from '../../admin/fields/slotProps.ts'
import { useMayDesign } from './useDesign.ts'
import { isOnTop, useMakeTop } from './useMakeTop.ts'

/** "Put on top" in a row's menu; what is on top already stays there. */
export function DisplayTopCommand({ row, onDone }: CommandSlotProps) {
  const translate = useTranslate()
  const makeTop = useMakeTop(row)
  const allowed = useMayDesign()
  const top = isOnTop(row)
  const choose = () => {
    onDone()
    void makeTop()
  }
  return (
    <MenuItem disabled={top || !allowed} title={allowed ? undefined : translate('display.noRights')} onClick={choose}>
      <ListItemIcon>
        <ArrowUpToLine size={14} />
      </ListItemIcon>
      {translate(top ? 'display.isTop' : 'display.makeTop')}
    </MenuItem>
  )
}
