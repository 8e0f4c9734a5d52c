import type { Field, FieldType, Resource } from '../../resources/kit/define.ts'
import { isEmpty } from '../../resources/kit/validate.ts'
import { BranchArrow } from './BranchArrow.tsx'
import type { TableColumn } from './columns.ts'
import { useResourceWords } from './words.ts'
import { hasRowActions } from './rights.ts'
import { RowActions } from './RowActions.tsx'
import { RowBox } from './SelectBox.tsx'
import { Cell } from '../fields/columns.tsx'
import type { LinesProps } from './Table.tsx'

/** The rows of a table on a phone: the first column as a card's two lines, what says most about it at its right. */
export function Cards({ resource, columns, rights, lines, onToggle, onOpen, onDelete, selection }: LinesProps) {
  const words = useResourceWords(resource)
  const [first, ...others] = columns
  if (!first) return null
  const under = first.second ?? others.find(({ name }) => name !== 'id' && resource.fields[name]?.type !== 'image' && !isBare(resource.fields[name]))?.name
  const aside = asideOf(resource, others, under)
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
          {aside && (resource.fields[aside]?.column || !isEmpty(line.row[aside])) && (
            <span className="crud-card-aside">
              <Cell resource={resource} name={aside} row={line.row} second={!resource.fields[aside]?.column} />
            </span>
          )}
          {hasRowActions(rights) && <RowActions resource={resource} row={line.row} rights={rights} onOpen={onOpen} onDelete={onDelete} compact />}
        </li>
      ))}
    </ul>
  )
}

/** What stands at a card's right: states first, they say most at a glance; nothing that takes room, nor codes, nor the parent that the indent shows. */
function asideOf(resource: Resource, columns: readonly TableColumn[], under: string | undefined): string | undefined {
  const names = columns.map(({ name }) => name).filter((name) => name !== under && name !== 'id' && name !== resource.tree?.parent && !resource.fields[name]?.readOnly && !isBare(resource.fields[name]))
  return telling.flatMap((type) => names.filter((name) => resource.fields[name]?.type === type))[0]
}

/** Yes or no, without the head of a column that says to what. */
const isBare = (field: Field | undefined): boolean => field?.type === 'flag' && field.options === undefined && field.column === undefined

const telling: readonly FieldType[] = ['flag', 'choice', 'dict', 'date', 'time', 'text', 'ref', 'int', 'decimal']
