import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  DataTable,
  DataTableBody,
  DataTableRow,
  useDataTableCallbacksContext,
  useDataTableRenderContext,
  useDataTableSortContext,
  useListContext,
  useRecordContext,
  useTranslate,
  type DataTableRowProps,
} from 'react-admin'
import { TableCell } from '@mui/material'
import { clsx } from 'clsx'
import { createContext, useContext, useMemo, useRef, type ReactNode } from 'react'
import type { Row } from '../../../../dataProvider/rows.ts'
import { BranchArrow } from './BranchArrow.tsx'
import { ColumnEdge } from './ColumnEdge.tsx'
import { useColumnTitle, useHiddenColumns, type TableColumn } from './columns.ts'
import { hasRowActions, openedBy } from '../../rights.ts'
import { RowActions } from './RowActions.tsx'
import type { TreeRow } from './treeRows.ts'
import { useWidths, type Widths } from './useWidths.ts'
import { Value } from './Value.tsx'
import { useResourceWords } from '../../words.ts'
import { useEntity } from '../../EntityContext.tsx'
import { EndColumn } from './EndColumn.tsx'
import { SelectPage, SelectRow } from './SelectBoxes.tsx'
import { titleOf } from '../../../../resources/kit/named.ts'
import css from './table.module.css'
import textCss from '../../../kit/text.module.css'

export interface LinesProps {
  /** Rows as they are drawn: for a tree with their depth, without those in closed branches. */
  lines: readonly TreeRow[]
  onToggle: (id: number, open: boolean) => void
  onDelete: (row: Row) => void
}

/** State that the columns of one table share. */
const TableContext = createContext<
  (Omit<LinesProps, 'lines'> & { lineOf: ReadonlyMap<number, TreeRow>; widths: Widths }) | null
>(null)

function useTable() {
  const table = useContext(TableContext)
  if (!table) throw new Error('a column stands outside of a table')
  return table
}

/**
 * react-admin's table with the definition's columns: two-line cells, a tree where the entity is one, widths that the
 * user may drag.
 */
export function EntityTable({ lines, onToggle, onDelete }: LinesProps) {
  const { resource, rights, columns, open } = useEntity()
  const opened = openedBy(rights)
  const { total } = useListContext<Row>()
  const { name } = useResourceWords(resource)
  const [hidden, , storeKey] = useHiddenColumns(resource)
  const shown = columns.filter(({ name }, index) => index === 0 || !hidden.has(name))
  const table = useRef<HTMLTableElement>(null)
  const widths = useWidths(resource, shown, table)
  const title = useColumnTitle(resource)
  const shared = useMemo(
    () => ({ lineOf: new Map(lines.map((line) => [line.row.id, line])), onToggle, onDelete, widths }),
    [lines, onToggle, onDelete, widths],
  )
  const rows = useMemo(() => lines.map(({ row }) => row), [lines])
  return (
    <TableContext.Provider value={shared}>
      <DataTable<Row>
        ref={table}
        className={css.table}
        data-two-lines={shown.some(({ second }) => second !== null) || undefined}
        data-sized={widths.sized || undefined}
        style={widths.style}
        aria-label={name}
        aria-rowcount={(total ?? lines.length) + 1}
        data={rows}
        storeKey={storeKey}
        bulkActionButtons={false}
        body={Body}
        rowClick={opened ? (id) => (open(opened(Number(id))), false) : false}
      >
        {rights.bulk.length > 0 && <SelectColumn />}
        {shown.map((column, index) => (
          <EntityColumn key={column.name} column={column} title={title(column)} first={index === 0} />
        ))}
        {hasRowActions(rights) && <ActionsColumn />}
      </DataTable>
    </TableContext.Provider>
  )
}

const Body = ({ children }: { children?: ReactNode }) => <DataTableBody row={EntityRow}>{children}</DataTableBody>

function EntityRow(props: DataTableRowProps) {
  const row = useRecordContext<Row>()
  const { rights } = useEntity()
  const { selectedIds } = useListContext<Row>()
  return (
    <DataTableRow
      {...props}
      data-id={row?.id}
      data-openable={openedBy(rights) !== null || undefined}
      data-selected={(row && selectedIds.includes(row.id)) || undefined}
    />
  )
}

/**
 * A column of the definition: react-admin's cell with the console's own value, and a head that sorts and can be dragged
 * wider.
 */
function EntityColumn({ column, title, first }: { column: TableColumn; title: string; first: boolean }) {
  const { resource } = useEntity()
  const context = useDataTableRenderContext()
  if (context === 'columnsSelector') return null
  if (context === 'header') return <ColumnHead column={column} title={title} />
  return (
    <DataTable.Col<Row>
      source={column.name}
      data-numeric={column.numeric || undefined}
      data-first={first || undefined}
      render={(row) =>
        first && resource.tree ? (
          <BranchCell row={row} column={column} />
        ) : (
          <Value resource={resource} row={row} column={column} />
        )
      }
    />
  )
}

function ColumnHead({ column: { name, numeric, sortable }, title }: { column: TableColumn; title: string }) {
  const { widths } = useTable()
  const sort = useDataTableSortContext()
  const { handleSort } = useDataTableCallbacksContext()
  const { setSort } = useListContext<Row>()
  const sorted = sortable && sort?.field === name
  const press = (event: React.MouseEvent<HTMLElement>) => {
    // The third click restores the platform's own order.
    if (sorted && sort.order === 'DESC') setSort({ field: '', order: 'ASC' })
    else handleSort?.(event)
  }
  const Arrow = sort?.order === 'DESC' ? ArrowDown : ArrowUp
  return (
    <TableCell
      variant="head"
      scope="col"
      abbr={title}
      data-column={name}
      data-numeric={numeric || undefined}
      aria-sort={sorted ? (sort.order === 'DESC' ? 'descending' : 'ascending') : undefined}
      style={{ width: widths.of(name) }}
    >
      {sortable ? (
        <button type="button" className={css.sort} data-field={name} onClick={press}>
          {title}
          {sorted && <Arrow size={12} strokeWidth={2} aria-hidden />}
        </button>
      ) : (
        title
      )}
      <ColumnEdge name={name} title={title} widths={widths} />
    </TableCell>
  )
}

/** First cell of a tree, indented by its depth, with the button that opens its branch. */
function BranchCell({ row, column }: { row: Row; column: TableColumn }) {
  const { resource } = useEntity()
  const { lineOf, onToggle } = useTable()
  const line = lineOf.get(row.id)
  return (
    line && (
      <div className={css.branch} style={{ paddingLeft: line.depth * 20 }}>
        <BranchArrow resource={resource} line={line} onToggle={onToggle} />
        <div className={clsx(textCss.ellipsis, css.cut)}>
          <Value resource={resource} row={row} column={column} />
        </div>
      </div>
    )
  )
}

function SelectColumn() {
  const translate = useTranslate()
  const { resource } = useEntity()
  const row = useRecordContext<Row>()
  const { data = [] } = useListContext<Row>()
  const { handleToggleItem } = useDataTableCallbacksContext()
  return (
    <EndColumn
      className={css.select}
      head={<SelectPage ids={data.map(({ id }) => id)} label={translate('crud.bulk.selectPage')} />}
    >
      {row && (
        <SelectRow
          id={row.id}
          label={translate('crud.bulk.select', { name: titleOf(resource, row) })}
          onToggle={(event) => handleToggleItem?.(row.id, event as React.MouseEvent<HTMLInputElement>)}
        />
      )}
    </EndColumn>
  )
}

function ActionsColumn() {
  const translate = useTranslate()
  const { resource, rights, open } = useEntity()
  const { onDelete } = useTable()
  const row = useRecordContext<Row>()
  return (
    <EndColumn className={css.actions} head={translate('crud.actions')}>
      {row && <RowActions resource={resource} row={row} rights={rights} onOpen={open} onDelete={onDelete} />}
    </EndColumn>
  )
}
