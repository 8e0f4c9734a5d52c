import { IconButton, Tooltip } from '@mui/material'
import { ChevronDown, ChevronRight, ListPlus, PenLine, Trash2 } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { CSSProperties, ReactNode } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { isMet } from '../../../resources/kit/validate.ts'
import type { TableColumn } from '../../admin/list/table/columns.ts'
import type { TreeRow } from '../../admin/list/table/treeRows.ts'
import { Cell } from '../../admin/fields/columns.tsx'
import css from './rows.module.css'

interface RowLineProps {
  resource: Resource
  line: TreeRow
  columns: readonly TableColumn[]
  may: { create: boolean; edit: boolean; delete: boolean }
  onToggle: (id: number, open: boolean) => void
  onAdd: (parent: number) => void
  onEdit: (row: Row) => void
  onDelete: (row: Row) => void
}

/** One row of the tree table with its actions. */
export function RowLine({
  resource,
  line: { row, depth, branch, open },
  columns,
  may,
  onToggle,
  onAdd,
  onEdit,
  onDelete,
}: RowLineProps) {
  const translate = useTranslate()
  const name = titleOf(resource, row)
  const Arrow = open ? ChevronDown : ChevronRight
  return (
    <tr data-row={row.id} style={{ '--depth': depth } as CSSProperties}>
      {columns.map((column, index) => (
        <td key={column.name}>
          {index === 0 ? (
            <span className={css.name}>
              {branch ? (
                <IconButton
                  size="small"
                  aria-expanded={open}
                  aria-label={translate(open ? 'crud.collapse' : 'crud.expand', { name })}
                  onClick={() => onToggle(row.id, !open)}
                >
                  <Arrow size={14} />
                </IconButton>
              ) : (
                <span className={css.gap} />
              )}
              <Cell resource={resource} name={column.name} row={row} />
            </span>
          ) : (
            <Cell resource={resource} name={column.name} row={row} />
          )}
        </td>
      ))}
      <td className={css.actions}>
        {may.create && resource.tree && (!resource.tree.branch || isMet(resource.tree.branch, row)) && (
          <Action label={translate('north.rows.addBelow', { name })} onClick={() => onAdd(row.id)}>
            <ListPlus size={14} />
          </Action>
        )}
        {may.edit && (
          <Action label={translate('crud.editNamed', { name })} onClick={() => onEdit(row)}>
            <PenLine size={14} />
          </Action>
        )}
        {may.delete && (
          <Action label={translate('north.rows.deleteNamed', { name })} onClick={() => onDelete(row)}>
            <Trash2 size={14} />
          </Action>
        )}
      </td>
    </tr>
  )
}

const Action = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <Tooltip title={label}>
    <IconButton size="small" aria-label={label} onClick={onClick}>
      {children}
    </IconButton>
  </Tooltip>
)
