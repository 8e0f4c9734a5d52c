import { useMemo } from 'react'
import { isSuper, type Caller } from '../../../../resources/kit/access.ts'
import type { Resource } from '../../../../resources/kit/define.ts'
import { isOrdered, typeOf } from '../../../../resources/kit/types/index.ts'
import { useCaller, useExtensions } from '../../../kit/index.ts'
import { useUserStore } from '../useUserStore.ts'
import { useResourceWords } from '../../words.ts'

/** A column as drawn for a caller: one field, or two on two lines. */
export interface TableColumn {
  /** Its main field. */
  name: string
  second: string | null
  numeric: boolean
  sortable: boolean
}

/** Returns the columns of a definition that a caller may see, without those reserved for the super administrator. */
export function columnsOf(resource: Resource, caller: Caller): TableColumn[] {
  const visible = (name: string): boolean => {
    const { superOnly, seen } = resource.fields[name] ?? {}
    return !superOnly || seen === true || isSuper(caller)
  }
  return resource.list.flatMap((entry) => {
    const [name, second] = (typeof entry === 'string' ? [entry, null] : entry).filter(
      (part) => part === null || visible(part),
    )
    return name
      ? [
          {
            name,
            second: second ?? null,
            numeric: second ? false : isNumberColumn(resource, name),
            sortable: isSortable(resource, name),
          },
        ]
      : []
  })
}

/**
 * Returns the columns that the user may see. They are sortable where the platform announces `sort`, or where it returns
 * all rows at once and the browser sorts them.
 */
export function useColumns(resource: Resource): TableColumn[] {
  const caller = useCaller()
  const sorts = useExtensions()?.has('sort') === true || resource.unpaged === true
  return useMemo(() => {
    const columns = columnsOf(resource, caller)
    return sorts ? columns : columns.map((column) => ({ ...column, sortable: false }))
  }, [caller, resource, sorts])
}

/** The columns the user has hidden in a list; the first column always stays. */
export function useHiddenColumns(
  resource: Resource,
): [hidden: ReadonlySet<string>, hide: (name: string, hidden: boolean) => void, storeKey: string] {
  const name = `columns.${resource.path}`
  const [hidden, setHidden] = useUserStore<string[]>(name, [])
  const storeKey = `${name}.${useCaller().id}`
  const set = (name: string, hide: boolean) =>
    setHidden(hide ? [...hidden.filter((other) => other !== name), name] : hidden.filter((other) => other !== name))
  return [new Set(hidden), set, storeKey]
}

/** Returns a function that titles a column, "Name / code" for two lines. */
export function useColumnTitle(resource: Resource): (column: TableColumn) => string {
  const words = useResourceWords(resource)
  return ({ name, second }) => (second ? `${words.label(name)} / ${words.label(second)}` : words.label(name))
}

function isSortable(resource: Resource, name: string): boolean {
  if (resource.tree || resource.within) return false
  if (name === 'id') return true
  const field = resource.fields[name]
  return field !== undefined && !field.computed && !field.ownerOnly && isOrdered(field)
}

const isNumberColumn = (resource: Resource, name: string): boolean => {
  const field = resource.fields[name]
  return field !== undefined && !field.column && typeOf(field).numeric
}
