import { Popover as MuiPopover } from '@mui/material'
import { use, useState, type ReactNode, type RefObject } from 'react'
import { useGiveBack } from './focus.ts'
import { usePhone } from '../hooks/useMedia.ts'
import { PopoverHostContext } from './popoverHost.ts'
import css from '../days/picker.module.css'

export interface PopoverProps {
  /** The element it is anchored to. */
  anchor: RefObject<HTMLElement | null>
  label: string
  onClose: () => void
  /** At least as wide as its anchor; never wider than this, px. */
  width?: number
  children: ReactNode
}

/**
 * A panel below its anchor, or above it if there is more room; on a phone a bottom sheet: MUI's. Closes on Escape and
 * on a click elsewhere, and traps the focus. Render it only while it is open.
 */
export default function Popover({ anchor, label, onClose, width = 320, children }: PopoverProps) {
  const { host, scale } = use(PopoverHostContext)
  useGiveBack(anchor)
  // Placed once, when it opens.
  const [{ up, wide, high }] = useState(() => roomAt(anchor.current, width, scale))
  // A scaled page provides its own host for popovers.
  const sheet = usePhone() && host === null
  return (
    <MuiPopover
      open
      disableRestoreFocus
      disableScrollLock
      container={host}
      anchorReference={sheet ? 'none' : 'anchorEl'}
      anchorEl={() => anchor.current ?? document.body}
      anchorOrigin={{ vertical: up ? 'top' : 'bottom', horizontal: 'left' }}
      transformOrigin={{ vertical: up ? 'bottom' : 'top', horizontal: 'left' }}
      marginThreshold={8}
      onClose={onClose}
      slotProps={{
        backdrop: { invisible: !sheet },
        paper: {
          role: 'dialog',
          'aria-label': label,
          sx: sheet ? SHEET : { marginBlock: up ? '-4px' : '4px', width: wide, maxHeight: high, border: 0 },
        },
      }}
    >
      <div className={css.popover} style={{ zoom: scale }}>
        {children}
      </div>
    </MuiPopover>
  )
}

/** Within reach of the thumb, like the bottom drawer. */
const SHEET = {
  position: 'fixed',
  inset: 'auto 0 0',
  maxWidth: 'none',
  maxHeight: '80dvh',
  paddingBottom: 'env(safe-area-inset-bottom)',
  borderRadius: 'var(--radius-sheet) var(--radius-sheet) 0 0',
} as const

/** Returns the available width and height at an element, px of the window, and whether to open above it. */
function roomAt(anchor: HTMLElement | null, width: number, scale: number) {
  const { top, bottom, width: base } = anchor?.getBoundingClientRect() ?? new DOMRect()
  const [below, above] = [window.innerHeight - bottom - 12, top - 12]
  const up = below < 260 * scale && above > below
  return {
    up,
    wide: Math.min(Math.max(base, width * scale), window.innerWidth - 16),
    high: Math.min(420 * scale, up ? above : below),
  }
}
