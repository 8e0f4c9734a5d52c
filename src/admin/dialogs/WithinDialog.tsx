import { Button } from '@mui/material'
import { Plus } from 'lucide-react'
import { ListBase, useGetOne, useListContext, useTranslate } from 'react-admin'
import { useMemo, useState } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { Dialog, InlineError } from '../../kit/index.ts'
import { EntityContext } from '../EntityContext.tsx'
import { EntityRows } from '../list/table/EntityRows.tsx'
import { useColumns } from '../list/table/columns.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import type { Place } from '../place.ts'
import { RecordDialog } from '../form/RecordDialog.tsx'
import { useRights } from '../rights.ts'
import { useResourceWords } from '../words.ts'
import listCss from '../list/list.module.css'

interface WithinDialogProps {
  parent: Resource
  /** Id of the parent record. */
  id: number
  /** Resource of the records inside it. */
  resource: Resource
  place: Place
  open: (place: Place) => void
  onClose: () => void
}

/** Number of records that one call returns. */
const ALL = 1000

/** Records inside another record, in a dialog over its list: listed, created, edited and deleted there. */
export function WithinDialog(props: WithinDialogProps) {
  const { id, resource } = props
  const by = resource.within?.by ?? ''
  return (
    <ListBase
      resource={resource.path}
      filter={{ [by]: id }}
      sort={{ field: '', order: 'ASC' }}
      perPage={ALL}
      disableSyncWithLocation
      exporter={false}
      queryOptions={{ onError: () => {} }}
    >
      <Within {...props} by={by} />
    </ListBase>
  )
}

function Within({ parent, id, resource, by, place, open, onClose }: WithinDialogProps & { by: string }) {
  const translate = useTranslate()
  const words = useResourceWords(resource)
  const [deleting, setDeleting] = useState<Row | null>(null)
  const { data: rows, error: rowsError, refetch } = useListContext<Row>()
  const owner = useGetOne<Row>(parent.path, { id }, { retry: false })
  const error = rowsError ?? owner.error
  const rights = useRights(resource)
  const columns = useColumns(resource)
  const entity = useMemo(() => ({ resource, rights, columns, open }), [resource, rights, columns, open])
  const back = () => open({ kind: 'list' })
  return (
    <EntityContext.Provider value={entity}>
      <Dialog
        title={words.name}
        named={owner.data && titleOf(parent, owner.data)}
        width={860}
        onClose={onClose}
        className={listCss.within}
        data-part="within"
        framed
      >
        <div className={listCss.filters}>
          <span className={listCss.total} role="status">
            {rows && translate('crud.total', { smart_count: rows.length, total: rows.length })}
          </span>
          {entity.rights.create && (
            <Button
              variant="contained"
              color="primary"
              startIcon={<Plus size={16} aria-hidden />}
              onClick={() => open({ kind: 'create' })}
            >
              {translate('crud.new', { noun: words.noun })}
            </Button>
          )}
        </div>
        {error && (
          <div className={listCss.banner}>
            <InlineError error={error} onRetry={() => void Promise.all([owner.refetch(), refetch()])} />
          </div>
        )}
        <EntityRows onDelete={setDeleting} />
      </Dialog>
      {place.kind === 'create' && (
        <RecordDialog resource={resource} id={null} presets={{ fixed: { [by]: id } }} onClose={back} />
      )}
      {place.kind === 'edit' && (
        <RecordDialog
          resource={resource}
          id={place.id}
          row={rows?.find((row) => row.id === place.id)}
          presets={{}}
          onClose={back}
        />
      )}
      {deleting && <DeleteDialog resource={resource} row={deleting} onClose={() => setDeleting(null)} />}
    </EntityContext.Provider>
  )
}
