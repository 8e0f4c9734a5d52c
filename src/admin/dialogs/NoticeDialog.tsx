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

/** Over a list: why there is no dialog at this address, and the way back. */
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
