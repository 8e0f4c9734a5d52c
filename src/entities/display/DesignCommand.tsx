import { ListItemIcon, ListItemText, MenuItem } from '@mui/material'
import { ExternalLink } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { CommandSlotProps } from '../../admin/fields/slotProps.ts'
import { useDesign } from './useDesign.ts'
import css from './display.module.css'

/** Opens the external editor in a tab of its own; where that cannot be, the menu says why. */
export function DesignCommand({ row, onDone }: CommandSlotProps) {
  const translate = useTranslate()
  const { href, reason } = useDesign(row)
  const body = (
    <>
      <ListItemIcon>
        <ExternalLink size={14} />
      </ListItemIcon>
      <ListItemText className={css.command} primary={translate('display.design')} secondary={reason} />
    </>
  )
  if (href === null)
    return (
      <MenuItem disabled className={css.blocked}>
        {body}
      </MenuItem>
    )
  return (
    <MenuItem component="a" href={href} target="_blank" rel="noopener noreferrer" onClick={onDone}>
      {body}
    </MenuItem>
  )
}
