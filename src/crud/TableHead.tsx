import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { Resource } from '../../resources/kit/define.ts'
import type { TableColumn } from './columns.ts'
import type { ListQuery } from './listQuery.ts'
import { useResourceWords } from './words.ts'

interface TableHeadProps {
  resource: Resource
  columns: readonly TableColumn[]
  query: ListQuery
  onQuery: (change: Partial<ListQuery>) => void
  actions: boolean
}

/** Column titles; pressing one sorts by it: up, down, and back to the platform's own order. */
export function TableHead({ resource, columns, query, onQuery, actions }: TableHeadProps) {
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
        {columns.map((column) => {
          const sorted = column.sortable && query.sort === column.name
          const Arrow = query.descending ? ArrowDown : ArrowUp
          return (
            <th key={column.name} scope="col" data-numeric={column.numeric || undefined} aria-sort={sorted ? (query.descending ? 'descending' : 'ascending') : undefined}>
              {column.sortable ? (
                <button type="button" className="crud-sort" onClick={() => press(column.name)}>
                  {titleOf(column)}
                  {sorted && <Arrow size={12} strokeWidth={2} aria-hidden />}
                </button>
              ) : (
                titleOf(column)
              )}
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
