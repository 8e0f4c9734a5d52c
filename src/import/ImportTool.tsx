import { Button } from '@mui/material'
import { FileUp } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { lazy, Suspense, useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ToolSlotProps } from '../fields/slotProps.ts'

const ImportDialog = lazy(() => import('./ImportDialog.tsx'))

/** "Import" above a list; its dialog stands at the list's address with ?import, so that it can be linked. */
export default function ImportTool({ resource, project }: ToolSlotProps) {
  const translate = useTranslate()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isOpen = pathname === `/${resource.path}` && new URLSearchParams(search).has('import')
  const show = useCallback(
    (open: boolean) => {
      const parameters = new URLSearchParams(search)
      if (open) parameters.set('import', '')
      else parameters.delete('import')
      void navigate({ pathname, search: parameters.toString() })
    },
    [navigate, pathname, search],
  )
  return (
    <>
      <Button startIcon={<FileUp size={16} aria-hidden />} onClick={() => show(true)}>
        {translate('importing.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <ImportDialog resource={resource} project={project} onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  )
}
