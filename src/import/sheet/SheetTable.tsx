import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useRef, useState, type CSSProperties, type KeyboardEvent, type MouseEvent, type Ref } from 'react'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { useResourceWords } from '../../admin/words.ts'
import { EmptyState } from '../../kit/index.ts'
import { SheetLine } from './SheetLine.tsx'
import type { Sheet, SheetRow } from './sheet.ts'
import css from '../import.module.css'

/** Heights, px; the same numbers as in import.module.css. */
const ROW = 44
const HEAD = 36
/** Minimum width of a cell: most problems fit into it. */
const CELL = 160

export interface TableHandle {
  /** Scrolls to a row by its number in the file, or to the first one after it. */
  jump(line: number): void
}

interface SheetTableProps {
  sheet: Sheet
  rows: readonly SheetRow[]
  /** Whether the result of each row is shown. */
  results?: boolean
  handle: Ref<TableHandle>
  onEdited?: () => void
}

/**
 * Rows of a file as a grid: of ten thousand, only the visible ones are in the DOM. Arrow keys move, Enter edits,
 * problems are shown in their cells.
 */
export function SheetTable({ sheet, rows, results = false, handle, onEdited }: SheetTableProps) {
  const translate = useLateWords('importing')
  const words = useResourceWords(sheet.resource)
  const ref = useRef<HTMLDivElement>(null)
  const grid = useId()
  const [at, setAt] = useState({ row: 0, column: 0 })
  const [editing, setEditing] = useState(false)
  const { fields } = sheet
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => ref.current,
    estimateSize: () => ROW,
    scrollPaddingStart: HEAD,
    overscan: 6,
    initialRect: { width: 1150, height: 480 },
  })
  const columns = `72px ${results ? '190px ' : ''}repeat(${fields.length}, minmax(${CELL}px, 1fr))`
  // Set once for all rows: sized by its content, a row with a long problem would have wider columns than the rest.
  const width = { '--import-width': `${72 + (results ? 190 : 0) + CELL * fields.length}px` } as CSSProperties
  const active = { row: Math.min(at.row, rows.length - 1), column: Math.min(at.column, fields.length - 1) }

  const move = (row: number, column: number) => {
    const next = { row: clamp(row, rows.length), column: clamp(column, fields.length) }
    setAt(next)
    virtual.scrollToIndex(next.row)
    requestAnimationFrame(() =>
      document
        .getElementById(cellId(grid, next.row, next.column))
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
  }
  setHandle(handle, {
    jump: (line) =>
      move(
        Math.max(
          0,
          rows.findIndex((row) => row.line >= line),
        ),
        active.column,
      ),
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || event.altKey || event.ctrlKey || event.metaKey) return
    const step = STEPS[event.key]
    if (step) move(active.row + step[0], active.column + step[1])
    else if (event.key === 'Home') move(event.shiftKey ? 0 : active.row, 0)
    else if (event.key === 'End') move(event.shiftKey ? rows.length : active.row, fields.length)
    else if (event.key === 'Enter' || event.key === 'F2') setEditing(mayEdit(rows[active.row]))
    else return
    event.preventDefault()
  }
  /** The first click makes a cell active, the second one edits it. */
  const onClick = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
    const line = cell?.closest<HTMLElement>('[data-index]')
    if (!cell || !line) return
    const picked = { row: Number(line.dataset['index']), column: Number(cell.dataset['column']) }
    const again = picked.row === active.row && picked.column === active.column
    if (again && editing) return
    setAt(picked)
    setEditing(again && mayEdit(rows[picked.row]))
  }
  const commit = (text: string | null, by: readonly [number, number]) => {
    const row = rows[active.row]
    const field = fields[active.column]
    setEditing(false)
    ref.current?.focus()
    if (row && field !== undefined && text !== null && text !== sheet.text(row, field)) {
      sheet.edit(row, field, text)
      onEdited?.()
    }
    move(active.row + by[0], active.column + by[1])
  }
  if (rows.length === 0) return <EmptyState title={translate('importing.noRows')} />
  return (
    <div
      className={css.grid}
      ref={ref}
      role="grid"
      style={width}
      tabIndex={0}
      aria-label={translate('importing.table')}
      aria-rowcount={rows.length + 1}
      aria-colcount={fields.length + 1}
      aria-activedescendant={cellId(grid, active.row, active.column)}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div className={css.gridHead} role="row" aria-rowindex={1} style={{ gridTemplateColumns: columns }}>
        <div role="columnheader">{translate('importing.line')}</div>
        {results && <div role="columnheader">{translate('importing.result')}</div>}
        {fields.map((field) => (
          <div key={field} role="columnheader">
            {words.label(field)}
            {sheet.resource.fields[field]?.required && <span aria-hidden> *</span>}
          </div>
        ))}
      </div>
      <div
        className={css.gridSpace}
        role="rowgroup"
        style={{ height: virtual.getTotalSize(), gridTemplateColumns: columns }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return row ? (
            <SheetLine
              key={row.line}
              sheet={sheet}
              row={row}
              index={index}
              start={start}
              columns={columns}
              fields={fields}
              results={results}
              active={index === active.row ? active.column : null}
              editing={editing && index === active.row}
              idOf={(column) => cellId(grid, index, column)}
              onCommit={commit}
            />
          ) : null
        })}
      </div>
    </div>
  )
}

const mayEdit = (row: SheetRow | undefined): boolean =>
  row !== undefined && row.state !== 'made' && row.state !== 'sending'

const STEPS: Partial<Record<string, readonly [number, number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageDown: [10, 0],
  PageUp: [-10, 0],
}

const clamp = (value: number, count: number): number => Math.max(0, Math.min(value, count - 1))
const cellId = (grid: string, row: number, column: number): string => `${grid}-${row}-${column}`

function setHandle(handle: Ref<TableHandle>, value: TableHandle): void {
  if (typeof handle === 'function') handle(value)
  else if (handle) handle.current = value
}
