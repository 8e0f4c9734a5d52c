import type { DialogSlot } from '../../../../resources/kit/slots.ts'
import { Divider, IconButton, ListItemIcon, Menu, MenuItem, Tooltip } from '@mui/material'
import {
  CalendarDays,
  Copy,
  Ellipsis,
  ListTree,
  PenLine,
  Trash2,
  Eye,
  KeyRound,
  QrCode,
  Send,
  TextCursorInput,
  type LucideIcon,
} from 'lucide-react'
import { useTranslate } from 'react-admin'
import { createElement, useState, type ComponentType } from 'react'
import type { Row } from '../../../../dataProvider/rows.ts'
import type { Resource } from '../../../../resources/kit/define.ts'
import type { CommandSlotProps } from '../../fields/slotProps.ts'
import { useRecordName } from '../../fields/names.ts'
import { useLabel } from '../../fields/useLabel.ts'
import { useSlots } from '../../slots.ts'
import type { Place } from '../../place.ts'
import type { Rights } from '../../rights.ts'
import { useResourceWords } from '../../words.ts'
import css from './table.module.css'

interface RowActionsProps {
  resource: Resource
  row: Row
  rights: Rights
  onOpen: (place: Place) => void
  onDelete: (row: Row) => void
  /** Everything in the menu, for phones. */
  compact?: boolean
}

/** What may be done with a row: edit at once, the rest in a menu with the destructive last. */
export function RowActions({ resource, row, rights, onOpen, onDelete, compact = false }: RowActionsProps) {
  const slots = useSlots()
  const translate = useTranslate()
  const pick = useLabel()
  const words = useResourceWords(resource)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const name = useRecordName(resource)(row)
  const editText = translate('crud.editNamed', { name })
  const choose = (act: () => void) => () => {
    setAnchor(null)
    act()
  }
  const edit = () => onOpen({ kind: 'edit', id: row.id })
  const others = rights.children.length + rights.dialogs.length + rights.commands.length + (rights.clone ? 1 : 0)
  const inMenu = others > 0 || rights.delete || (compact && rights.edit)
  return (
    <div className={css.rowActions} data-part="row-actions">
      {rights.edit && !compact && (
        <Tooltip title={translate('crud.edit', { noun: words.noun })}>
          <IconButton size="small" aria-label={editText} onClick={edit}>
            <PenLine size={14} strokeWidth={1.9} />
          </IconButton>
        </Tooltip>
      )}
      {inMenu && (
        <IconButton
          size="small"
          aria-label={translate('crud.more', { name })}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Ellipsis size={16} strokeWidth={1.9} />
        </IconButton>
      )}
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        {compact && rights.edit && (
          <MenuItem onClick={choose(edit)}>
            <ListItemIcon>
              <PenLine size={14} />
            </ListItemIcon>
            {translate('crud.edit', { noun: words.noun })}
          </MenuItem>
        )}
        {rights.dialogs.map((dialog) => (
          <MenuItem key={dialog.name} onClick={choose(() => onOpen({ kind: 'dialog', id: row.id, name: dialog.name }))}>
            <ListItemIcon>{createElement(dialogIcons[dialog.slot], { size: 14 })}</ListItemIcon>
            {pick(dialog.label)}
          </MenuItem>
        ))}
        {rights.children.map((child) => (
          <MenuItem
            key={child.path}
            onClick={choose(() => onOpen({ kind: 'within', id: row.id, child, inner: { kind: 'list' } }))}
          >
            <ListItemIcon>
              <ListTree size={14} />
            </ListItemIcon>
            {pick(child.label)}
          </MenuItem>
        ))}
        {rights.clone && (
          <MenuItem onClick={choose(() => onOpen({ kind: 'clone', id: row.id }))}>
            <ListItemIcon>
              <Copy size={14} />
            </ListItemIcon>
            {translate('crud.clone', { noun: words.noun })}
          </MenuItem>
        )}
        {rights.commands.map(({ slot }) =>
          createElement(slots.commands[slot] as ComponentType<CommandSlotProps>, {
            key: slot,
            resource,
            row,
            onDone: () => setAnchor(null),
          }),
        )}
        {rights.delete && (others > 0 || (compact && rights.edit)) && <Divider />}
        {rights.delete && (
          <MenuItem className={css.danger} onClick={choose(() => onDelete(row))}>
            <ListItemIcon>
              <Trash2 size={14} />
            </ListItemIcon>
            {translate('crud.delete', { noun: words.noun })}
          </MenuItem>
        )}
      </Menu>
    </div>
  )
}

/** The picture of each dialog in a row's menu. */
const dialogIcons: Record<DialogSlot, LucideIcon> = {
  recordDetail: Eye,
  deviceDetail: Eye,
  gatewayDetail: Eye,
  deviceName: TextCursorInput,
  wechatBinding: QrCode,
  channelTest: Send,
  onCallCalendar: CalendarDays,
  northPush: Send,
  northRows: ListTree,
  userPassword: KeyRound,
}
