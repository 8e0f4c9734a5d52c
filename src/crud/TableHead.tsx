import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { Resource } from '../../resources/kit/define.ts'
import { ColumnEdge } from './ColumnEdge.tsx'
import type { TableColumn } from './columns.ts'
import type { ListQuery } from './listQuery.ts'
import { PageBox } from './SelectBox.tsx'
import type { Selection } from './useSelection.ts'
import type { Widths } from './useWidths.ts'
import { useResourceWords } from './words.ts'

interface TableHeadProps {
  resource: Resource
  columns: readonly TableColumn[]
  query: ListQuery
  onQuery: (change: Partial<ListQuery>) => void
  actions: boolean
  selection: Selection | null
  widths: Widths
}

/** Column titles; pressing one sorts by it: up, down, and back to the platform's own order. */
export function TableHead({ resource, columns, query, onQuery, actions, selection, widths }: TableHeadProps) {
  const translate = useTranslate()
  const titleOf = useColumnTitle(resource)
  const press = (name: string) => {
    if (query.sort !== name) onQuery({ sort: name, descending: false })
    else if (!query.descending) onQuery({ descending: true })
    else onQuery({ sort: '', descending: false })
  }
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className="crud-select">
            <PageBox selection={selection} />
          </th>
        )}
        {columns.map((column) => {
          const sorted = column.sortable && query.sort === column.name
          const Arrow = query.descending ? ArrowDown : ArrowUp
          return (
            <th
              key={column.name}
              scope="col"
              abbr={titleOf(column)}
              data-column={column.name}
              data-numeric={column.numeric || undefined}
              aria-sort={sorted ? (query.descending ? 'descending' : 'ascending') : undefined}
              style={{ width: widths.of(column.name) }}
            >
              {column.sortable ? (
                <button type="button" className="crud-sort" onClick={() => press(column.name)}>
                  {titleOf(column)}
                  {sorted && <Arrow size={12} strokeWidth={2} aria-hidden />}
                </button>
              ) : (
                titleOf(column)
              )}
              <ColumnEdge name={column.name} title={titleOf(column)} widths={widths} />
            </th>
          )
        })}
        {actions && (
          <th scope="col" className="crud-actions">
            {translate('crud.actions')}
          </th>
        )}
      </tr>
    </thead>
  )
}

/** "Name / code" of a column on two lines. */
export function useColumnTitle(resource: Resource): (column: TableColumn) => string {
  const words = useResourceWords(resource)
  return ({ name, second }) => (second ? `${words.label(name)} / ${words.label(second)}` : words.label(name))
}
