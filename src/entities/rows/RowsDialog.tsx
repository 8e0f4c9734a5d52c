import { DialogContent } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import { useState, type ReactNode } from 'react'
import { WireError } from '../../../dataProvider/http.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { resourceOf } from '../../../resources/index.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { DiscardDialog } from '../../admin/form/DiscardDialog.tsx'
import { MissingDialog } from '../../admin/dialogs/MissingDialog.tsx'
import { useLeaveGuard } from '../../admin/useLeaveGuard.ts'
import { LinesSkeleton } from '../../admin/fields/controls/BlockSkeleton.tsx'
import type { DialogSlotProps } from '../../admin/fields/slotProps.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { Dialog, InlineError, TextSkeleton } from '../../kit/index.ts'
import { withDraft, type Draft } from './branches.ts'
import { RowsEditor } from './RowsEditor.tsx'
import css from './rows.module.css'

/** Number of skeleton lines while the rows load. */
const LINES = 10

interface RowsDialogProps extends DialogSlotProps {
  /** Drawn beside the table, from the rows as they would be after saving the current draft. */
  aside?: (rows: readonly Row[], owner: Row) => ReactNode
}

/** The rows inside a record (a definition with `within`), edited in place. `id` is that of the containing record. */
export function RowsDialog({ resource, id, label, onClose, aside }: RowsDialogProps) {
  const dataProvider = useDataProvider()
  const pick = useLabel()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [dirty, setDirty] = useState(false)
  const guard = useLeaveGuard(dirty, onClose)
  const { path = '', by = '' } = resource.within ?? {}
  const parent = resourceOf(path)
  const owner = useQuery({
    queryKey: [path, 'owner', id],
    queryFn: async () => (await dataProvider.getOne<Row>(path, { id })).data,
    retry: false,
  })
  const list = useQuery({
    queryKey: [resource.path, 'within', id],
    queryFn: async () =>
      (await dataProvider.getList<Row>(resource.path, { pagination: { page: 1, perPage: 1000 }, filter: { [by]: id } }))
        .data,
    retry: false,
  })
  const error = owner.error ?? list.error
  if (error instanceof WireError && error.status === 404) return <MissingDialog resource={parent} onClose={onClose} />
  return (
    <>
      <Dialog
        title={pick(label)}
        named={owner.data && titleOf(parent, owner.data)}
        width={1190}
        onClose={guard.close}
        className={css.dialog}
        framed
      >
        <DialogContent className={css.body}>
          {error && <InlineError error={error} onRetry={() => void Promise.all([owner.refetch(), list.refetch()])} />}
          {!list.data && !list.error && (
            <div className={css.split} data-aside={aside !== undefined || undefined}>
              <div aria-hidden>
                <LinesSkeleton count={LINES} line={40} />
              </div>
              {aside && <TextSkeleton />}
            </div>
          )}
          {list.data && (
            <div className={css.split} data-aside={aside !== undefined || undefined}>
              <RowsEditor resource={resource} owner={id} rows={list.data} onDraft={setDraft} onDirty={setDirty} />
              {aside && owner.data && (
                <aside className={css.aside} data-part="aside">
                  {aside(withDraft(resource, list.data, draft), owner.data)}
                </aside>
              )}
            </div>
          )}
        </DialogContent>
      </Dialog>
      <DiscardDialog guard={guard} />
    </>
  )
}
