import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import { useState } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { ConfirmDialog } from '../../admin/dialogs/ConfirmDialog.tsx'
import { useSaved } from '../../admin/useSaved.ts'
import { useResourceWords } from '../../admin/words.ts'
import { InlineError } from '../../kit/index.ts'

/**
 * Asks before a row is deleted with all rows below it, and says how many these are; then deletes them, the lowest
 * first.
 */
export function DeleteBranch({
  resource,
  branch,
  onClose,
}: {
  resource: Resource
  branch: readonly Row[]
  onClose: (deleted: boolean) => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const dataProvider = useDataProvider()
  const saved = useSaved()
  const words = useResourceWords(resource)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const top = branch.at(-1)
  const name = top ? titleOf(resource, top) : ''
  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await dataProvider.deleteMany<Row>(resource.path, { ids: branch.map((row) => row.id) })
      notify('crud.deleted', { type: 'success', messageArgs: { noun: words.noun } })
      onClose(true)
    } catch (caught) {
      setFailure(caught)
      setBusy(false)
    } finally {
      // Some rows may be deleted even though one was refused.
      void saved(resource.path)
    }
  }
  return (
    <ConfirmDialog
      title={translate('crud.deleteTitle', { noun: words.noun })}
      confirm={translate('crud.deleteConfirm')}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={() => onClose(false)}
      text={
        <>
          <p>{translate('crud.deleteText', { name })}</p>
          {branch.length > 1 && <p>{translate('north.rows.withBelow', { count: branch.length - 1 })}</p>}
          {failure !== null && <InlineError error={failure} />}
        </>
      }
    />
  )
}
