import { Button, Dialog, DialogContent } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import type { Resource } from '../../resources/kit/define.ts'
import { EmptyState } from '../ui/index.ts'
import { DialogHead } from './DialogHead.tsx'
import { useResourceWords } from './words.ts'

/** For an address that names nothing, or a record that is gone. */
export function MissingDialog({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const translate = useTranslate()
  const words = useResourceWords(resource)
  const title = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} className="crud-dialog">
      <DialogHead id={title} onClose={onClose}>
        {translate('crud.edit', { noun: words.noun })}
      </DialogHead>
      <DialogContent>
        <EmptyState title={translate('crud.missing', { noun: words.noun })} hint={translate('crud.missingHint')} action={<Button onClick={onClose}>{translate('crud.backToList')}</Button>} />
      </DialogContent>
    </Dialog>
  )
}
