import { useTranslate } from 'react-admin'
import type { Resource } from '../../../resources/kit/define.ts'
import { NoticeDialog } from './NoticeDialog.tsx'
import { useResourceWords } from '../words.ts'

/** Shown for an address that names nothing, or a deleted record. */
export function MissingDialog({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const translate = useTranslate()
  const { noun } = useResourceWords(resource)
  return (
    <NoticeDialog
      head={translate('crud.edit', { noun })}
      title={translate('crud.missing', { noun })}
      hint={translate('crud.missingHint')}
      onClose={onClose}
    />
  )
}
