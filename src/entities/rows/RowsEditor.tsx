import { Button } from '@mui/material'
import { Plus } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Fragment, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import { mayUse } from '../../../resources/kit/access.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { columnsOf } from '../../admin/list/table/columns.ts'
import { treeRows } from '../../admin/list/table/treeRows.ts'
import { useResourceWords } from '../../admin/words.ts'
import { EmptyState, useCaller } from '../../kit/index.ts'
import { branchOf, type Draft } from './branches.ts'
import { DeleteBranch } from './DeleteBranch.tsx'
import { InlineForm } from './InlineForm.tsx'
import { RowLine } from './RowLine.tsx'
import css from './rows.module.css'

interface RowsEditorProps {
  /** Resource of the rows (`within`); a tree where the definition says so. */
  resource: Resource
  /** Id of the containing record. */
  owner: number
  rows: readonly Row[]
  onDraft: (draft: Draft | null) => void
  onDirty: (dirty: boolean) => void
}

type Editing = { kind: 'new'; parent: number } | { kind: 'edit'; row: Row }

/** The rows inside a record as a tree table, added and edited in place; one form is open at a time. */
export function RowsEditor({ resource, owner, rows, onDraft, onDirty }: RowsEditorProps) {
  const translate = useTranslate()
  const caller = useCaller()
  const words = useResourceWords(resource)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [deleting, setDeleting] = useState<Row | null>(null)
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const table = useRef<HTMLDivElement>(null)
  const columns = columnsOf(resource, caller)
  const lines = useMemo(() => treeRows(resource, rows, (id) => !closed.has(id), ''), [resource, rows, closed])
  const root = resource.tree?.root ?? 0
  const may = {
    create: mayUse(caller, resource, 'create'),
    edit: mayUse(caller, resource, 'edit'),
    delete: mayUse(caller, resource, 'delete'),
  }

  const stop = () => {
    const at =
      editing?.kind === 'edit'
        ? editing.row.id
        : editing?.kind === 'new' && editing.parent !== root
          ? editing.parent
          : null
    setEditing(null)
    onDraft(null)
    onDirty(false)
    // The focus returns to the element that the form was opened from.
    requestAnimationFrame(() =>
      table.current?.querySelector<HTMLElement>(at === null ? '[data-add-root]' : `[data-row="${at}"] button`)?.focus(),
    )
  }
  const add = (parent: number) => {
    setClosed((before) => new Set([...before].filter((id) => id !== parent)))
    setEditing({ kind: 'new', parent })
  }
  const toggle = (id: number, open: boolean) =>
    setClosed((before) => (open ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id])))
  const nameOf = (id: number): string => titleOf(resource, rows.find((row) => row.id === id) ?? { id })

  const form = editing && (
    <InlineForm
      key={editing.kind === 'new' ? `new ${editing.parent}` : editing.row.id}
      resource={resource}
      record={editing.kind === 'edit' ? editing.row : null}
      fixed={{
        [resource.within?.by ?? '']: owner,
        ...(editing.kind === 'new' && resource.tree && { [resource.tree.parent]: editing.parent }),
      }}
      label={
        editing.kind === 'edit'
          ? translate('crud.editNamed', { name: nameOf(editing.row.id) })
          : editing.parent === root
            ? translate('crud.new', { noun: words.noun })
            : translate('north.rows.newBelow', { name: nameOf(editing.parent) })
      }
      onDraft={(values) =>
        onDraft({
          id: editing.kind === 'edit' ? editing.row.id : null,
          parent: editing.kind === 'new' ? editing.parent : root,
          values,
        })
      }
      onDirty={onDirty}
      onSaved={stop}
      onCancel={stop}
    />
  )
  return (
    <div className={css.rows} ref={table}>
      {lines.length === 0 && !editing && (
        <EmptyState title={translate('shell.empty')} hint={translate('crud.noRows', { noun: words.noun })} />
      )}
      {lines.length > 0 && (
        <table className={css.table}>
          <thead>
            <tr>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {words.label(name)}
                </th>
              ))}
              <th scope="col" className={css.actions}>
                {translate('crud.actions')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Fragment key={line.row.id}>
                {editing?.kind === 'edit' && editing.row.id === line.row.id ? (
                  <FormLine span={columns.length + 1}>{form}</FormLine>
                ) : (
                  <RowLine
                    resource={resource}
                    line={line}
                    columns={columns}
                    may={may}
                    onToggle={toggle}
                    onAdd={add}
                    onEdit={(row) => setEditing({ kind: 'edit', row })}
                    onDelete={setDeleting}
                  />
                )}
                {editing?.kind === 'new' && editing.parent === line.row.id && (
                  <FormLine span={columns.length + 1}>{form}</FormLine>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      )}
      {editing?.kind === 'new' && editing.parent === root && form}
      {may.create && (
        <Button className={css.add} data-add-root startIcon={<Plus size={16} aria-hidden />} onClick={() => add(root)}>
          {translate('crud.new', { noun: words.noun })}
        </Button>
      )}
      {deleting && (
        <DeleteBranch
          resource={resource}
          branch={branchOf(resource, rows, deleting)}
          onClose={(deleted) => {
            if (deleted) stop()
            setDeleting(null)
          }}
        />
      )}
    </div>
  )
}

const FormLine = ({ span, children }: { span: number; children: ReactNode }) => (
  <tr>
    <td colSpan={span} className={css.formCell}>
      {children}
    </td>
  </tr>
)
