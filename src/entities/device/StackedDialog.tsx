import { DialogContent } from '@mui/material'
import { clsx } from 'clsx'
import { type ReactNode } from 'react'
import { Dialog } from '../../kit/index.ts'
import css from './device.module.css'
import formCss from '../../admin/form/form.module.css'

/** An informational dialog on top of another. */
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
    <Dialog title={title} width={width} onClose={onClose} className={clsx(formCss.dialog, css.dialog)} framed>
      <DialogContent className={css.panel}>{children}</DialogContent>
    </Dialog>
  )
}
