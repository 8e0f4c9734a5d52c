import { BranchArrow } from './BranchArrow.tsx'
import { useResourceWords } from './words.ts'
import { hasRowActions } from './rights.ts'
import { RowActions } from './RowActions.tsx'
import { RowBox } from './SelectBox.tsx'
import { Cell } from '../fields/columns.tsx'
import type { LinesProps } from './Table.tsx'

/** The rows of a table on a phone: the first column as a card's two lines, the next one at its right. */
export function Cards({ resource, columns, rights, lines, onToggle, onOpen, onDelete, selection }: LinesProps) {
  const words = useResourceWords(resource)
  const [first, ...others] = columns
  if (!first) return null
  const under = first.second ?? others.find(({ name }) => name !== 'id')?.name
  // A state says most about a record at a glance, and states are flags.
  const rest = others.filter(({ name }) => name !== under && name !== 'id')
  const aside = rest.find(({ name }) => resource.fields[name]?.type === 'flag') ?? rest[0]
  return (
    <ul className="crud-cards" aria-label={words.name}>
      {lines.map((line) => (
        <li key={line.row.id} className="crud-card" data-id={line.row.id} data-selected={selection?.chosen.has(line.row.id) || undefined} style={{ paddingLeft: (resource.tree ? 8 : 16) + line.depth * 16 }}>
          {resource.tree && <BranchArrow resource={resource} line={line} onToggle={onToggle} />}
          {selection && <RowBox resource={resource} row={line.row} selection={selection} />}
          <button type="button" className="crud-card-open" disabled={!rights.edit} onClick={() => onOpen({ kind: 'edit', id: line.row.id })}>
            <span className="crud-card-title">
              <Cell resource={resource} name={first.name} row={line.row} />
            </span>
            {under && (
              <span className="crud-second">
                <Cell resource={resource} name={under} row={line.row} second />
              </span>
            )}
          </button>
          {aside && (
            <span className="crud-card-aside">
              <Cell resource={resource} name={aside.name} row={line.row} />
            </span>
          )}
          {hasRowActions(rights) && <RowActions resource={resource} row={line.row} rights={rights} onOpen={onOpen} onDelete={onDelete} compact />}
        </li>
      ))}
    </ul>
  )
}
