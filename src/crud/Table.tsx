import { useRef } from 'react'
import { BranchArrow } from './BranchArrow.tsx'
import { useResourceWords } from './words.ts'
import { hasRowActions } from './rights.ts'
import type { RowsProps } from './Rows.tsx'
import { RowActions } from './RowActions.tsx'
import { RowBox } from './SelectBox.tsx'
import type { TableColumn } from './columns.ts'
import { TableHead } from './TableHead.tsx'
import type { TreeRow } from './treeRows.ts'
import { useWidths } from './useWidths.ts'
import { Value } from './Value.tsx'

export interface LinesProps extends RowsProps {
  lines: readonly TreeRow[]
  onToggle: (id: number, open: boolean) => void
}

/** The table of a resource: sticky head, two-line rows where the definition asks for them, a tree where it is one. */
export function Table(props: LinesProps) {
  const { resource, columns, rights, query, onQuery, lines, onOpen, onDelete, selection } = props
  const words = useResourceWords(resource)
  const table = useRef<HTMLTableElement>(null)
  const widths = useWidths(resource, columns, table)
  const actions = hasRowActions(rights)
  const twoLines = columns.some((column) => column.second !== null)
  return (
    <table ref={table} className="crud-table" data-two-lines={twoLines || undefined} data-sized={widths.sized || undefined} style={widths.style} aria-label={words.name} aria-rowcount={props.list.total + 1}>
      <TableHead resource={resource} columns={columns} query={query} onQuery={onQuery} actions={actions} selection={selection ?? null} widths={widths} />
      <tbody>
        {lines.map((line) => (
          <tr
            key={line.row.id}
            data-id={line.row.id}
            data-openable={rights.edit || undefined}
            data-selected={selection?.chosen.has(line.row.id) || undefined}
            onClick={rights.edit ? () => onOpen({ kind: 'edit', id: line.row.id }) : undefined}
          >
            {selection && (
              <td className="crud-select" onClick={(event) => event.stopPropagation()}>
                <RowBox resource={resource} row={line.row} selection={selection} />
              </td>
            )}
            {columns.map((column, index) => (
              <td key={column.name} data-numeric={column.numeric || undefined} data-first={index === 0 || undefined}>
                {index === 0 && resource.tree ? <Branch {...props} line={line} column={column} /> : <Value resource={resource} row={line.row} column={column} />}
              </td>
            ))}
            {actions && (
              <td className="crud-actions" onClick={(event) => event.stopPropagation()}>
                <RowActions resource={resource} row={line.row} rights={rights} onOpen={onOpen} onDelete={onDelete} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The first cell of a tree table, set in by its depth, with the button that opens its branch. */
const Branch = ({ resource, line, column, onToggle }: LinesProps & { line: TreeRow; column: TableColumn }) => (
  <div className="crud-branch" style={{ paddingLeft: line.depth * 20 }}>
    <BranchArrow resource={resource} line={line} onToggle={onToggle} />
    <div className="ellipsis">
      <Value resource={resource} row={line.row} column={column} />
    </div>
  </div>
)
