import { DialogTitle, IconButton } from '@mui/material'
import { X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

/** A dialog's title with its closing cross. */
export function DialogHead({ id, onClose, children }: { id: string; onClose: () => void; children: ReactNode }) {
  const translate = useTranslate()
  return (
    <DialogTitle id={id} component="div" role="heading" aria-level={2}>
      {/* A long one is cut; what it says whole is known only once it is drawn. */}
      <span className="crud-dialog-title" onPointerEnter={({ currentTarget }) => (currentTarget.title = currentTarget.textContent)}>
        {children}
      </span>
      <IconButton aria-label={translate('shell.close')} onClick={onClose}>
        <X size={16} />
      </IconButton>
    </DialogTitle>
  )
}
