import { Button } from '@mui/material'
import { FileUp } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Suspense } from 'react'
import type { ToolSlotProps } from '../admin/fields/slotProps.ts'
import { chunk } from '../kit/index.ts'

const ImportDialog = chunk(() => import('./ImportDialog.tsx'))

/** "Import" above a list; its dialog stands at …/import. */
export function ImportTool({ resource, project, open, onOpen, onClose }: ToolSlotProps) {
  const translate = useTranslate()
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
      {open && (
        <Suspense>
          <ImportDialog resource={resource} project={project} onClose={onClose} />
        </Suspense>
      )}
    </>
  )
}
