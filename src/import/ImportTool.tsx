import { Button } from '@mui/material'
import { FileUp } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Suspense } from 'react'
import type { ToolSlotProps } from '../admin/fields/slotProps.ts'
import { usePhone } from '../kit/hooks/useMedia.ts'
import { Behind, chunk, Skeleton } from '../kit/index.ts'

const ImportDialog = chunk(() => import('./ImportDialog.tsx'))
const TemplateTool = chunk(() => import('./TemplateTool.tsx'))

/**
 * Button "Import" above a list, with its dialog at …/import and the template to fill in; on a phone the template is
 * only in the dialog.
 */
export function ImportTool({ resource, project, open, onOpen, onClose }: ToolSlotProps) {
  const translate = useTranslate()
  const phone = usePhone()
  return (
    <>
      <Button
        startIcon={<FileUp size={16} aria-hidden />}
        onPointerEnter={ImportDialog.preload}
        onFocus={ImportDialog.preload}
        onClick={onOpen}
      >
        {translate('crud.import')}
      </Button>
      {!phone && (
        <Behind chunk={TemplateTool} placeholder={<Skeleton width={32} height={32} />}>
          <TemplateTool resource={resource} />
        </Behind>
      )}
      {open && (
        <Suspense>
          <ImportDialog resource={resource} project={project} onClose={onClose} />
        </Suspense>
      )}
    </>
  )
}
