import { useResourceWords } from './words.ts'
import { hasRowActions } from './rights.ts'
import { RowActions } from './RowActions.tsx'
import { RowBox } from './SelectBox.tsx'
import { Cell } from '../fields/columns.tsx'
import type { LinesProps } from './Table.tsx'

/** The rows of a table on a phone: the first column as a card's two lines, the next one at its right. */
export function Cards({ resource, columns, rights, lines, onOpen, onDelete, selection }: LinesProps) {
  const words = useResourceWords(resource)
  const [first, ...others] = columns
  if (!first) return null
  const under = first.second ?? others.find(({ name }) => name !== 'id')?.name
  // A state says most about a record at a glance, and states are flags.
  const rest = others.filter(({ name }) => name !== under && name !== 'id')
  const aside = rest.find(({ name }) => resource.fields[name]?.type === 'flag') ?? rest[0]
  return (
    <ul className="crud-cards" aria-label={words.name}>
      {lines.map(({ row, depth }) => (
        <li key={row.id} className="crud-card" data-id={row.id} data-selected={selection?.chosen.has(row.id) || undefined} style={{ paddingLeft: 16 + depth * 16 }}>
          {selection && <RowBox resource={resource} row={row} selection={selection} />}
          <button type="button" className="crud-card-open" disabled={!rights.edit} onClick={() => onOpen({ kind: 'edit', id: row.id })}>
            <span className="crud-card-title">
              <Cell resource={resource} name={first.name} row={row} />
            </span>
            {under && (
              <span className="crud-second">
                <Cell resource={resource} name={under} row={row} second />
              </span>
            )}
          </button>
          {aside && (
            <span className="crud-card-aside">
              <Cell resource={resource} name={aside.name} row={row} />
            </span>
          )}
          {hasRowActions(rights) && <RowActions resource={resource} row={row} rights={rights} onOpen={onOpen} onDelete={onDelete} compact />}
        </li>
      ))}
    </ul>
  )
}
