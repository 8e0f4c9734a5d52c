import { DialogContent } from '@mui/material'
import { type ReactNode } from 'react'
import './device.css'
import { Dialog } from '../../kit/index.ts'

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
  return (
    <Dialog title={title} width={width} onClose={onClose} className="crud-dialog device-dialog" framed>
      <DialogContent className="device-panel">{children}</DialogContent>
    </Dialog>
  )
}
