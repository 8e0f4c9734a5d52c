import { Button, Dialog } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDataProvider, useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import type { Row } from '../../dataProvider/rows.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { titleOf } from '../../resources/kit/named.ts'
import { InlineError, useCaller } from '../ui/index.ts'
import { usePhone } from '../ui/useMedia.ts'
import { columnsOf } from './columns.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { DialogHead } from './DialogHead.tsx'
import type { ListQuery } from './listQuery.ts'
import type { Place } from './place.ts'
import { RecordDialog } from './RecordDialog.tsx'
import { rightsOf } from './rights.ts'
import { Rows } from './Rows.tsx'
import { useResourceWords } from './words.ts'

interface WithinDialogProps {
  parent: Resource
  /** The parent record's id. */
  id: number
  /** What lives inside it. */
  resource: Resource
  place: Place
  open: (place: Place) => void
  onClose: () => void
}

const everything: ListQuery = { search: '', project: null, area: null, sort: '', descending: false, page: 1, size: 10 }

/** The records inside another one, in a dialog of its screen: listed, created, edited and deleted there. */
export function WithinDialog({ parent, id, resource, place, open, onClose }: WithinDialogProps) {
  const translate = useTranslate()
  const words = useResourceWords(resource)
  const phone = usePhone()
  const caller = useCaller()
  const rights = rightsOf(caller, resource)
  const title = useId()
  const [deleting, setDeleting] = useState<Row | null>(null)
  const { owner, rows, error, refreshing, retry } = useWithin(parent, id, resource)
  const by = resource.within?.by ?? ''
  const back = () => open({ kind: 'list' })
  return (
    <>
      <Dialog open onClose={onClose} fullScreen={phone} fullWidth maxWidth={false} aria-labelledby={title} className="crud-dialog crud-within">
        <DialogHead id={title} onClose={onClose} named={owner && titleOf(parent, owner)}>
          {words.name}
        </DialogHead>
        <div className="crud-filters">
          <span className="crud-total" role="status">
            {rows && translate('crud.total', { smart_count: rows.length, total: rows.length })}
          </span>
          {rights.create && (
            <Button variant="contained" color="primary" startIcon={<Plus size={16} aria-hidden />} onClick={() => open({ kind: 'create' })}>
              {translate('crud.new', { noun: words.noun })}
            </Button>
          )}
        </div>
        {error && (
          <div className="crud-banner">
            <InlineError error={error} onRetry={retry} />
          </div>
        )}
        <Rows
          resource={resource}
          columns={columnsOf(resource, caller)}
          rights={rights}
          query={everything}
          onQuery={() => {}}
          list={{ rows, total: rows?.length ?? 0, error, refreshing, retry }}
          onOpen={open}
          onDelete={setDeleting}
        />
      </Dialog>
      {place.kind === 'create' && <RecordDialog resource={resource} id={null} presets={{ fixed: { [by]: id } }} onClose={back} />}
      {place.kind === 'edit' && <RecordDialog resource={resource} id={place.id} row={rows?.find((row) => row.id === place.id)} presets={{}} onClose={back} />}
      {deleting && <DeleteDialog resource={resource} row={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

/** All records inside a parent, and the parent itself for the title. */
function useWithin(parent: Resource, id: number, resource: Resource) {
  const dataProvider = useDataProvider()
  const owner = useQuery({ queryKey: [parent.path, 'owner', id], queryFn: async () => (await dataProvider.getOne<Row>(parent.path, { id })).data, retry: false })
  const by = resource.within?.by ?? ''
  const list = useQuery({
    queryKey: [resource.path, 'within', id],
    queryFn: async () => (await dataProvider.getList<Row>(resource.path, { pagination: { page: 1, perPage: 1000 }, filter: { [by]: id } })).data,
    retry: false,
  })
  return { owner: owner.data, rows: list.data, error: list.error ?? owner.error, refreshing: list.isFetching && list.data !== undefined, retry: () => void Promise.all([owner.refetch(), list.refetch()]) }
}
