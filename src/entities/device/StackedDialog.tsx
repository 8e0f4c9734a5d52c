import { DialogContent } from '@mui/material'
import { type ReactNode } from 'react'
import { Dialog } from '../../kit/index.ts'
import css from './device.module.css'

/** Informational dialog on top of another one. */
export function StackedDialog({
  title,
  width,
  onClose,
  children,
}: {
  title: string
  width: number
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} width={width} onClose={onClose} className={css.dialog} framed>
      <DialogContent className={css.panel}>{children}</DialogContent>
    </Dialog>
  )
}
