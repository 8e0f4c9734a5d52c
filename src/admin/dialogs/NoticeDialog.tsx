import { Button, DialogContent } from '@mui/material'
import { useTranslate } from 'react-admin'
import { type ReactNode } from 'react'
import { Dialog, EmptyState } from '../../kit/index.ts'

interface NoticeDialogProps {
  head: string
  title: string
  hint?: string
  icon?: ReactNode
  onClose: () => void
}

/** Dialog over a list that says why there is no dialog at this address, and leads back to the list. */
export function NoticeDialog({ head, title, hint, icon, onClose }: NoticeDialogProps) {
  const translate = useTranslate()
  return (
    <Dialog title={head} onClose={onClose} framed>
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
