import { ListItemIcon, ListItemText, MenuItem } from '@mui/material'
import { ExternalLink, ArrowUpToLine } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { CommandSlotProps } from '../../admin/fields/slotProps.ts'
import { DesignButton, TopButton } from './buttons.tsx'
import { useDesign, useMayDesign } from './useDesign.ts'
import { isOnTop, useMakeTop } from './useMakeTop.ts'
import css from './display.module.css'

/** Opens the external editor in a tab of its own; where that is impossible, it says why. */
export const DesignCommand = (props: CommandSlotProps) =>
  props.button ? <DesignButton row={props.row} /> : <DesignItem {...props} />

/** Moves a display screen to the top; disabled for one that is there already. */
export const DisplayTopCommand = (props: CommandSlotProps) =>
  props.button ? <TopButton row={props.row} /> : <TopItem {...props} />

function DesignItem({ row, onDone }: CommandSlotProps) {
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

function TopItem({ row, onDone }: CommandSlotProps) {
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
