import { Dialog, DialogContent } from '@mui/material'
import { useId, type ReactNode } from 'react'
import { DialogHead } from '../../admin/dialogs/DialogHead.tsx'
import { usePhone } from '../../kit/useMedia.ts'
import './device.css'

/** A dialog over another that only tells something. */
export function InfoDialog({
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
  const id = useId()
  const phone = usePhone()
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={phone}
      fullWidth
      maxWidth={false}
      aria-labelledby={id}
      className="crud-dialog device-dialog"
      slotProps={phone ? {} : { paper: { style: { width } } }}
    >
      <DialogHead id={id} onClose={onClose}>
        {title}
      </DialogHead>
      <DialogContent className="device-panel">{children}</DialogContent>
    </Dialog>
  )
}
