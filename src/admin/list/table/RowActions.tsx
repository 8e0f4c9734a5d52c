import type { DialogSlot } from '../../../../resources/kit/slots.ts'
import { Divider, IconButton, ListItemIcon, MenuItem, Tooltip } from '@mui/material'
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
import type { CommandOffer, Resource } from '../../../../resources/kit/define.ts'
import { Menu } from '../../../kit/index.ts'
import type { CommandSlotProps } from '../../fields/slotProps.ts'
import { useRecordName } from '../../fields/names.ts'
import { useInnerLabel, useLabel } from '../../fields/useLabel.ts'
import { useSlots } from '../../slots.ts'
import type { Place } from '../../place.ts'
import { mainChild, openedBy, type Rights } from '../../rights.ts'
import { useResourceWords } from '../../words.ts'
import css from './table.module.css'

interface RowActionsProps {
  resource: Resource
  row: Row
  rights: Rights
  onOpen: (place: Place) => void
  onDelete: (row: Row) => void
  /** Puts all actions into the menu, for phones. */
  compact?: boolean
}

/**
 * Actions on a row: its main action or its commands as buttons; the rest in a menu with the destructive one last.
 */
export function RowActions({ resource, row, rights, onOpen, onDelete, compact = false }: RowActionsProps) {
  const slots = useSlots()
  const translate = useTranslate()
  const pick = useLabel()
  const inner = useInnerLabel()
  const words = useResourceWords(resource)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const name = useRecordName(resource)(row)
  const choose = (act: () => void) => () => {
    setAnchor(null)
    act()
  }
  const opened = openedBy(rights)
  const main = mainChild(rights)
  const editText = translate('crud.edit', { noun: words.noun })
  const openText = main ? translate('crud.edit', { noun: inner(main.label) }) : editText
  const children = rights.children.filter((child) => child !== main)
  const buttons = compact ? [] : rights.commands.filter(({ button }) => button)
  const commands = rights.commands.filter((offer) => !buttons.includes(offer))
  // The edit button is left out of the row where commands have buttons there, or where all actions are in the menu.
  const pencil = compact || buttons.length > 0 ? null : opened
  const menuOpen = pencil ? null : opened
  const others =
    children.length +
    rights.dialogs.length +
    commands.length +
    (rights.clone ? 1 : 0) +
    (main && rights.edit ? 1 : 0) +
    (menuOpen ? 1 : 0)
  const inMenu = others > 0 || rights.delete
  const draw = ({ slot }: CommandOffer, button: boolean) =>
    createElement(slots.commands[slot] as ComponentType<CommandSlotProps>, {
      key: slot,
      resource,
      row,
      button,
      onDone: () => setAnchor(null),
    })
  return (
    <div className={css.rowActions} data-part="row-actions">
      {buttons.map((offer) => draw(offer, true))}
      {pencil && (
        <Tooltip title={openText}>
          <IconButton
            size="small"
            aria-label={translate('crud.editNamed', { name })}
            onClick={() => onOpen(pencil(row.id))}
          >
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
      {anchor && (
        <Menu anchor={anchor} label={translate('crud.more', { name })} side="below" onClose={() => setAnchor(null)}>
          {menuOpen && (
            <MenuItem onClick={choose(() => onOpen(menuOpen(row.id)))}>
              <ListItemIcon>
                <PenLine size={14} />
              </ListItemIcon>
              {openText}
            </MenuItem>
          )}
          {rights.dialogs.map((dialog) => (
            <MenuItem
              key={dialog.name}
              onClick={choose(() => onOpen({ kind: 'dialog', id: row.id, name: dialog.name }))}
            >
              <ListItemIcon>{createElement(dialogIcons[dialog.slot], { size: 14 })}</ListItemIcon>
              {pick(dialog.label)}
            </MenuItem>
          ))}
          {children.map((child) => (
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
          {main && rights.edit && (
            <MenuItem onClick={choose(() => onOpen({ kind: 'edit', id: row.id }))}>
              <ListItemIcon>
                <PenLine size={14} />
              </ListItemIcon>
              {editText}
            </MenuItem>
          )}
          {rights.clone && (
            <MenuItem onClick={choose(() => onOpen({ kind: 'clone', id: row.id }))}>
              <ListItemIcon>
                <Copy size={14} />
              </ListItemIcon>
              {translate('crud.clone', { noun: words.noun })}
            </MenuItem>
          )}
          {commands.map((offer) => draw(offer, false))}
          {rights.delete && others > 0 && <Divider />}
          {rights.delete && (
            <MenuItem className={css.danger} onClick={choose(() => onDelete(row))}>
              <ListItemIcon>
                <Trash2 size={14} />
              </ListItemIcon>
              {translate('crud.delete', { noun: words.noun })}
            </MenuItem>
          )}
        </Menu>
      )}
    </div>
  )
}

/** Icon of each dialog in a row's menu. */
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
