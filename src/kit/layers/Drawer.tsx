import { Drawer as MuiDrawer, type Theme } from '@mui/material'
import type { SystemStyleObject } from '@mui/system'
import type { ReactNode } from 'react'
import { useGiveBack } from './focus.ts'

export interface DrawerProps {
  /** Accessible name. */
  label: string
  side: 'left' | 'right' | 'bottom'
  onClose: () => void
  children: ReactNode
}

/** A panel at an edge of the screen, over a scrim, that traps the focus. Render it only while it is open. */
export default function Drawer({ label, side, onClose, children }: DrawerProps) {
  useGiveBack()
  return (
    <MuiDrawer
      open
      anchor={side}
      disableRestoreFocus
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': label, sx: sides[side] } }}
    >
      {children}
    </MuiDrawer>
  )
}

const sides: Readonly<Record<DrawerProps['side'], SystemStyleObject<Theme>>> = {
  left: { width: 'min(264px, 84vw)', backgroundColor: 'var(--canvas)' },
  right: { width: 'min(420px, 100vw)' },
  bottom: { maxHeight: '80vh', borderRadius: 'var(--radius-sheet) var(--radius-sheet) 0 0' },
}
