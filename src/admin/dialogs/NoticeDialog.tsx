import { Button, Dialog, DialogContent } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId, type ReactNode } from 'react'
import { EmptyState } from '../../kit/index.ts'
import { DialogHead } from './DialogHead.tsx'

interface NoticeDialogProps {
  head: string
  title: string
  hint?: string
  icon?: ReactNode
  onClose: () => void
}

/** Over a list: why there is no dialog at this address, and the way back. */
export function NoticeDialog({ head, title, hint, icon, onClose }: NoticeDialogProps) {
  const translate = useTranslate()
  const id = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} className="crud-dialog">
      <DialogHead id={id} onClose={onClose}>
        {head}
      </DialogHead>
      <DialogContent>
        <EmptyState
          icon={icon}
          title={title}
          hint={hint}
          action={<Button onClick={onClose}>{translate('crud.backToList')}</Button>}
        />
      </DialogContent>
    </Dialog>
  )
}
