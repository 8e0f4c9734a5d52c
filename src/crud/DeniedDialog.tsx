import { Button, Dialog, DialogContent } from '@mui/material'
import { Lock } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import type { Resource } from '../../resources/kit/define.ts'
import { EmptyState } from '../ui/index.ts'
import { DialogHead } from './DialogHead.tsx'
import { useResourceWords } from './words.ts'

/** For an address over a list that the caller may see, but not use so. */
export function DeniedDialog({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const translate = useTranslate()
  const words = useResourceWords(resource)
  const title = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} className="crud-dialog">
      <DialogHead id={title} onClose={onClose}>
        {words.name}
      </DialogHead>
      <DialogContent>
        <EmptyState icon={<Lock />} title={translate('error.forbidden')} action={<Button onClick={onClose}>{translate('crud.backToList')}</Button>} />
      </DialogContent>
    </Dialog>
  )
}
