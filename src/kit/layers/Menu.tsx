import { Menu as MuiMenu, type MenuProps as MuiMenuProps } from '@mui/material'
import type { ReactNode } from 'react'
import { useGiveBack } from './focus.ts'

export interface MenuProps {
  /** The button that opens the menu; the focus returns there. */
  anchor: HTMLElement
  /** Accessible name. */
  label: string
  /** Below the button with aligned right edges, or beside it with aligned top edges. */
  side: 'below' | 'beside'
  onClose: () => void
  /** MenuItems; a heading may come first. */
  children: ReactNode
}

/**
 * A popup menu, MUI's: arrow keys, Home, End and letters move; Escape, Tab and a click elsewhere close it. Render it
 * only while it is open.
 */
export default function Menu({ anchor, label, side, onClose, children }: MenuProps) {
  useGiveBack(anchor)
  return (
    <MuiMenu
      open
      disableRestoreFocus
      disableScrollLock
      anchorEl={anchor}
      marginThreshold={8}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': label } }}
      {...places[side]}
    >
      {children}
    </MuiMenu>
  )
}

const places: Readonly<Record<MenuProps['side'], Pick<MuiMenuProps, 'anchorOrigin' | 'transformOrigin'>>> = {
  below: {
    anchorOrigin: { vertical: 'bottom', horizontal: 'right' },
    transformOrigin: { vertical: -4, horizontal: 'right' },
  },
  beside: {
    anchorOrigin: { vertical: 'top', horizontal: 'right' },
    transformOrigin: { vertical: 'top', horizontal: -12 },
  },
}
