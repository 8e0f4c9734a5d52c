import { DialogTitle, IconButton } from '@mui/material'
import { X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

interface DialogHeadProps {
  id: string
  onClose: () => void
  /** The record it is about. */
  named?: string
  children: ReactNode
}

/** A dialog's title, and whom it is about, with its closing cross. */
export function DialogHead({ id, onClose, named, children }: DialogHeadProps) {
  const translate = useTranslate()
  return (
    <DialogTitle id={id} component="div" role="heading" aria-level={2}>
      {/* A long one is cut; what it says whole is known only once it is drawn. */}
      <span
        className="crud-dialog-title"
        onPointerEnter={({ currentTarget }) => (currentTarget.title = currentTarget.textContent)}
      >
        {children}
        {named !== undefined && <span className="crud-dialog-named"> {named}</span>}
      </span>
      <IconButton aria-label={translate('shell.close')} onClick={onClose}>
        <X size={16} />
      </IconButton>
    </DialogTitle>
  )
}
