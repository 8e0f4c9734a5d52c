import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, CircleX } from 'lucide-react'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { useResourceWords } from '../../admin/words.ts'
import { useSentence } from '../../admin/fields/useSentence.ts'
import { CellEditor } from './CellEditor.tsx'
import { reasonOf, sentence } from './reasons.ts'
import type { RowState, Sheet, SheetRow } from './sheet.ts'
import css from '../import.module.css'

interface SheetLineProps {
  sheet: Sheet
  row: SheetRow
  index: number
  /** Distance from the top, px. */
  start: number
  columns: string
  fields: readonly string[]
  results: boolean
  /** Column of the active cell, where it is in this row. */
  active: number | null
  editing: boolean
  idOf: (column: number) => string
  /** Ends the edit: with the text, or null to restore the former one, and the direction to move in. */
  onCommit: (text: string | null, by: readonly [number, number]) => void
}

/** One row of a file. */
export function SheetLine({
  sheet,
  row,
  index,
  start,
  columns,
  fields,
  results,
  active,
  editing,
  idOf,
  onCommit,
}: SheetLineProps) {
  const translate = useLateWords('importing')
  const toSentence = useSentence(translate)
  const words = useResourceWords(sheet.resource)
  const problems = row.state === 'made' ? {} : sheet.problems(row)
  return (
    <div
      className={css.line}
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${start}px)`, gridTemplateColumns: columns }}
    >
      <div role="rowheader" className={css.number}>
        {row.line}
      </div>
      {results && <Result sheet={sheet} row={row} />}
      {fields.map((field, column) => {
        const problem = problems[field]
        const text = sheet.text(row, field)
        const message = problem === undefined ? '' : sentence(problem, toSentence)
        const isActive = column === active
        return (
          <div
            key={field}
            id={idOf(column)}
            role="gridcell"
            className={css.cell}
            aria-selected={isActive}
            aria-invalid={problem !== undefined}
            data-problem={problem === undefined ? undefined : true}
            title={message || text}
            data-column={column}
          >
            {editing && isActive ? (
              <CellEditor
                sheet={sheet}
                row={row}
                field={field}
                label={translate('importing.edit', { name: words.label(field), line: row.line })}
                onCommit={onCommit}
              />
            ) : (
              <>
                <span className={css.text}>{text || <Usual sheet={sheet} field={field} />}</span>
                {message && (
                  <span className={css.problem}>
                    <CircleAlert size={12} aria-hidden />
                    {message}
                  </span>
                )}
              </>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** Placeholder of an empty cell. */
function Usual({ sheet, field }: { sheet: Sheet; field: string }) {
  const definition = sheet.resource.fields[field]
  const usual = definition && 'default' in definition ? definition.default : undefined
  return usual === undefined ? null : <span className={css.usual}>{String(usual)}</span>
}

function Result({ sheet, row }: { sheet: Sheet; row: SheetRow }) {
  const translate = useLateWords('importing')
  const toSentence = useSentence(translate)
  const Icon = icons[row.state]
  const names: Record<RowState, string> = {
    waiting: sheet.isGood(row) ? translate('importing.state.waiting') : translate('importing.state.left'),
    sending: translate('importing.state.sending'),
    made: translate('importing.state.made'),
    failed: translate('importing.state.failed'),
    unclear: translate('importing.state.unclear'),
  }
  const reason = row.state === 'made' ? '' : reasonOf(sheet, row, toSentence)
  return (
    <div
      role="gridcell"
      className={clsx(css.cell, css.result)}
      data-state={row.state}
      title={reason || names[row.state]}
    >
      <span className={css.text}>
        <Icon size={14} aria-hidden />
        {names[row.state]}
        {row.id !== null && <small> ID {row.id}</small>}
      </span>
      {reason && row.state !== 'waiting' && <span className={css.problem}>{reason}</span>}
    </div>
  )
}

const icons = { waiting: CircleDashed, sending: CircleDashed, made: CircleCheck, failed: CircleX, unclear: CircleHelp }
