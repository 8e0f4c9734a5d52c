import { useEffect, useRef, type ReactNode } from 'react'
import { giveBack } from './focus.ts'

export interface DrawerProps {
  /** Accessible name. */
  label: string
  side: 'left' | 'right' | 'bottom'
  onClose: () => void
  children: ReactNode
}

/** A panel from an edge of the screen, over a scrim; the browser keeps the focus inside. Draw it only while it is open. */
export function Drawer({ label, side, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      giveBack(opener)
    }
  }, [])

  useEffect(() => {
    // The scrim is part of the dialog itself; everything drawn in it lies in its body.
    const element = dialog.current
    const scrim = ({ target }: Event) => {
      if (target === element) onClose()
    }
    element?.addEventListener('click', scrim)
    return () => element?.removeEventListener('click', scrim)
  }, [onClose])

  return (
    <dialog ref={dialog} className={`ui-drawer ui-drawer--${side}`} aria-label={label} onCancel={onClose}>
      <div className="ui-drawer__body">{children}</div>
    </dialog>
  )
}
