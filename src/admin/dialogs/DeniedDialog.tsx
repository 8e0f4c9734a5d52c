import { Lock } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { Resource } from '../../../resources/kit/define.ts'
import { NoticeDialog } from './NoticeDialog.tsx'
import { useResourceWords } from '../words.ts'

/** For an address over a list that the caller may see, but not use so. */
export function DeniedDialog({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const translate = useTranslate()
  const words = useResourceWords(resource)
  return <NoticeDialog head={words.name} icon={<Lock />} title={translate('error.forbidden')} onClose={onClose} />
}
