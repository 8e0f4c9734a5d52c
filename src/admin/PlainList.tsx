import { DialogContent } from '@mui/material'
import { clsx } from 'clsx'
import { DataTable, useListContext } from 'react-admin'
import { useState, type ReactNode } from 'react'
import type { PlainRow } from '../../dataProvider/plainResources.ts'
import { ConsoleList } from './list/ConsoleList.tsx'
import { Pager } from '../kit/Pager.tsx'
import { TableSkeleton } from './list/table/TableSkeleton.tsx'
import { Dialog, EmptyState, InlineError } from '../kit/index.ts'
import tableCss from './list/table/table.module.css'
import listCss from './list/list.module.css'
import controlsCss from '../kit/controls.module.css'

interface PlainListProps {
  /** Name of the resource in dataProvider/plainResources.ts. */
  name: string
  title: string
  /** Title of the empty state; `hint` explains it. */
  none: string
  hint: string
  onClose: () => void
  /** Label of the search box, where the list can be searched. */
  search?: string
  /** The columns, as DataTable.Col. */
  children: ReactNode
}

/** Read-only list without an entity, in a dialog: react-admin's list and table. */
export function PlainList({ name, title, none, hint, onClose, search, children }: PlainListProps) {
  return (
    <Dialog title={title} width={1080} onClose={onClose} framed>
      <DialogContent className={listCss.plainList}>
        <ConsoleList resource={name} disableSyncWithLocation perPage={20}>
          {search !== undefined && <SearchBox label={search} />}
          <Rows none={none} hint={hint}>
            {children}
          </Rows>
        </ConsoleList>
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
      <div className={listCss.plainListRows}>
        <DataTable<PlainRow>
          className={clsx(tableCss.table, listCss.plainTable)}
          bulkActionButtons={false}
          rowClick={false}
        >
          {children}
        </DataTable>
      </div>
      <Pager page={page} size={perPage} total={total ?? rows.length} onPage={setPage} onSize={setPerPage} />
    </>
  )
}

/** Search box that searches on blur and on Enter. */
function SearchBox({ label }: { label: string }) {
  const { filterValues, setFilters } = useListContext<PlainRow>()
  const [text, setText] = useState('')
  const find = () => text.trim() !== (filterValues['q'] ?? '') && setFilters({ q: text.trim() })
  return (
    <form
      className={listCss.plainListSearch}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        find()
      }}
    >
      <input
        type="search"
        className={controlsCss.input}
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
