import { useDataProvider, useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { WireError } from '../../dataProvider/http.ts'
import type { Row } from '../../dataProvider/rows.ts'
import { findResource } from '../../resources/index.ts'
import { mayUse } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { useLabel } from '../fields/useLabel.ts'
import { InlineError, useCaller } from '../ui/index.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { useSaved } from './useSaved.ts'
import { usesIn, type Use } from './uses.ts'
import { useResourceWords } from './words.ts'

/** Asks before a record is deleted, by its name; a record in use stays, and what uses it is listed. */
export function DeleteDialog({ resource, row, onClose }: { resource: Resource; row: Row; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const dataProvider = useDataProvider()
  const words = useResourceWords(resource)
  const saved = useSaved()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  const remove = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await dataProvider.delete<Row>(resource.path, { id: row.id, previousData: row })
      notify('crud.deleted', { type: 'success', messageArgs: { noun: words.noun } })
      void saved(resource.path)
      onClose()
    } catch (caught) {
      setFailure(caught)
      setBusy(false)
      // Somebody else was quicker: the list is out of date.
      if (caught instanceof WireError && caught.status === 404) void saved(resource.path)
    }
  }

  const uses = failure instanceof WireError ? usesIn(failure) : []
  return (
    <ConfirmDialog
      title={translate('crud.deleteTitle', { noun: words.noun })}
      confirm={translate('crud.deleteConfirm')}
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
      text={
        <>
          <p>{translate('crud.deleteText', { name: String(row[resource.title] ?? row.id) })}</p>
          {failure !== null && <InlineError error={failure} />}
          {uses.length > 0 && (
            <ul className="crud-uses" aria-label={translate('crud.usedBy')}>
              {uses.map((use) => (
                <li key={`${use.path}/${use.id}`}>
                  <UseLink use={use} onFollow={onClose} />
                </li>
              ))}
            </ul>
          )}
        </>
      }
    />
  )
}

/** What uses the record: a link where the caller may open it. */
function UseLink({ use, onFollow }: { use: Use; onFollow: () => void }) {
  const pick = useLabel()
  const caller = useCaller()
  const user = findResource(use.path)
  const text = `${user ? pick(user.noun) : use.path} ${use.title}`
  if (!user?.screen || !mayUse(caller, user, 'edit')) return <span>{text}</span>
  return (
    <Link to={`/${use.path}/${use.id}`} onClick={onFollow}>
      {text}
    </Link>
  )
}
