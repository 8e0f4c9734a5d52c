import { DialogContent } from '@mui/material'
import { DataTable, ListBase, useListContext } from 'react-admin'
import { useState, type ReactNode } from 'react'
import type { PlainRow } from '../../dataProvider/plainLists.ts'
import './crud.css'
import { Pager } from '../kit/Pager.tsx'
import { TableSkeleton } from './list/table/TableSkeleton.tsx'
import { Dialog, EmptyState, InlineError } from '../kit/index.ts'
import './plainList.css'

interface PlainListProps {
  /** Its name among those of dataProvider/plainLists.ts. */
  name: string
  title: string
  /** Said where it has no rows, and what that means. */
  none: string
  hint: string
  onClose: () => void
  /** What is searched for, where the list can be searched. */
  search?: string
  /** The columns, as DataTable.Col. */
  children: ReactNode
}

/** A list that is no entity's, in a dialog: react-admin's list and table, read alone. */
export function PlainList({ name, title, none, hint, onClose, search, children }: PlainListProps) {
  return (
    <Dialog title={title} width={1080} onClose={onClose} framed>
      <DialogContent className="plain-list">
        <ListBase
          resource={name}
          disableAuthentication
          disableSyncWithLocation
          storeKey={false}
          perPage={20}
          sort={UNSORTED}
          exporter={false}
          queryOptions={QUIET}
        >
          {search !== undefined && <SearchBox label={search} />}
          <Rows none={none} hint={hint}>
            {children}
          </Rows>
        </ListBase>
      </DialogContent>
    </Dialog>
  )
}

function Rows({ none, hint, children }: Pick<PlainListProps, 'none' | 'hint' | 'children'>) {
  const { data, total, error, page, perPage, setPage, setPerPage, refetch } = useListContext<PlainRow>()
  const rows: readonly PlainRow[] | undefined = data
  if (error) return <InlineError error={error} onRetry={() => void refetch()} />
  if (rows === undefined) return <TableSkeleton columns={[]} rows={6} />
  if (rows.length === 0 && page === 1) return <EmptyState title={none} hint={hint} />
  return (
    <>
      <div className="plain-list-rows">
        <DataTable<PlainRow> className="crud-table" bulkActionButtons={false} rowClick={false}>
          {children}
        </DataTable>
      </div>
      <Pager page={page} size={perPage} total={total ?? rows.length} onPage={setPage} onSize={setPerPage} />
    </>
  )
}

/** Searches once the field is left or sent. */
function SearchBox({ label }: { label: string }) {
  const { filterValues, setFilters } = useListContext<PlainRow>()
  const [text, setText] = useState('')
  const find = () => text.trim() !== (filterValues['q'] ?? '') && setFilters({ q: text.trim() })
  return (
    <form
      className="plain-list-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        find()
      }}
    >
      <input
        type="search"
        className="ui-input"
        maxLength={60}
        value={text}
        placeholder={label}
        aria-label={label}
        onChange={({ target }) => setText(target.value)}
        onBlur={find}
      />
    </form>
  )
}

const UNSORTED = { field: '', order: 'ASC' } as const

/** A failure stands in the dialog, in place of a toast that goes. */
const QUIET = { onError: () => {} }
