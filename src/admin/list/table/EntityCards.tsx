import { useListContext, useTranslate } from 'react-admin'
import type { Row } from '../../../../dataProvider/rows.ts'
import { titleOf } from '../../../../resources/kit/named.ts'
import { isEmpty } from '../../../../resources/kit/validate.ts'
import { BranchArrow } from './BranchArrow.tsx'
import { cardOf } from './cardOf.ts'
import { hasRowActions, openedBy } from '../../rights.ts'
import { RowActions } from './RowActions.tsx'
import { useResourceWords } from '../../words.ts'
import { Cell } from '../../fields/columns.tsx'
import { useEntity } from '../../EntityContext.tsx'
import type { LinesProps } from './EntityTable.tsx'
import { SelectRow } from './SelectBoxes.tsx'
import css from './table.module.css'

/** Rows of a table on a phone: the first column as a card's two lines, and the most informative value at its right. */
export function EntityCards({ lines, onToggle, onDelete }: LinesProps) {
  const translate = useTranslate()
  const { resource, rights, columns, open } = useEntity()
  const { selectedIds } = useListContext<Row>()
  const words = useResourceWords(resource)
  const [first] = columns
  if (!first) return null
  const { under, aside } = cardOf(resource, columns)
  const opened = openedBy(rights)
  return (
    <ul className={css.cards} aria-label={words.name}>
      {lines.map((line) => (
        <li
          key={line.row.id}
          className={css.card}
          data-id={line.row.id}
          data-selected={selectedIds.includes(line.row.id) || undefined}
          style={{ paddingLeft: (resource.tree ? 8 : 16) + line.depth * 16 }}
        >
          {resource.tree && <BranchArrow resource={resource} line={line} onToggle={onToggle} />}
          {rights.bulk.length > 0 && (
            <SelectRow id={line.row.id} label={translate('crud.bulk.select', { name: titleOf(resource, line.row) })} />
          )}
          <button
            type="button"
            className={css.cardOpen}
            data-part="card-open"
            disabled={!opened}
            onClick={() => opened && open(opened(line.row.id))}
          >
            <span className={css.cardTitle}>
              <Cell resource={resource} name={first.name} row={line.row} />
            </span>
            {under && (
              <span className={css.second} data-part="second">
                <Cell resource={resource} name={under} row={line.row} second />
              </span>
            )}
          </button>
          {aside && (resource.fields[aside]?.column || !isEmpty(line.row[aside])) && (
            <span className={css.cardAside} data-part="card-aside">
              <Cell resource={resource} name={aside} row={line.row} second={!resource.fields[aside]?.column} />
            </span>
          )}
          {hasRowActions(rights) && (
            <RowActions resource={resource} row={line.row} rights={rights} onOpen={open} onDelete={onDelete} compact />
          )}
        </li>
      ))}
    </ul>
  )
}
