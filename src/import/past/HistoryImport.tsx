import { Button, IconButton, Tooltip } from '@mui/material'
import { FileUp } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Suspense, useState } from 'react'
import { device } from '../../../resources/device.ts'
import { mayUse } from '../../../resources/kit/access.ts'
import { usePhone } from '../../kit/hooks/useMedia.ts'
import { chunk, useCaller, useExtensions } from '../../kit/index.ts'

const PastDialog = chunk(() => import('./PastDialog.tsx'))

/** Button "Import history", for callers who may edit devices, where the platform accepts history. */
export function HistoryImport() {
  const translate = useTranslate()
  const caller = useCaller()
  const announced = useExtensions()?.has('history-import') === true
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  if (!announced || !mayUse(caller, device, 'edit')) return null
  const name = translate('history.import')
  const action = {
    'data-part': 'import-history',
    onPointerEnter: PastDialog.preload,
    onFocus: PastDialog.preload,
    onClick: () => setOpen(true),
  }
  return (
    <>
      {phone ? (
        <Tooltip title={name}>
          <IconButton {...action} aria-label={name}>
            <FileUp size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </Tooltip>
      ) : (
        <Button {...action} size="small" startIcon={<FileUp size={16} aria-hidden />}>
          {name}
        </Button>
      )}
      {open && (
        <Suspense>
          <PastDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
