import { useQuery } from '@tanstack/react-query'
import { useGetManyAggregate, useTranslate } from 'react-admin'
import { namesQuery, type NamesAnswer } from '../../../dataProvider/names.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { refIds } from '../../../resources/kit/tree.ts'
import { resourceOf } from '../../../resources/index.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { titleOf } from '../../../resources/kit/named.ts'

/**
 * Queries the name list of a resource; refetched when the window regains the focus, so that a record created in another
 * tab can be chosen.
 */
export const useNames = (path: string, enabled = true) =>
  useQuery({ ...namesQuery(path), enabled, refetchOnWindowFocus: true, select: rowsOf })

const rowsOf = ({ data }: NamesAnswer): readonly Row[] => data

/**
 * Returns the names of the records that a value refers to, in its order; '#7' where a name is unknown, undefined while
 * loading and after a failure. All references drawn at the same time share one getMany; in a tree, whose names include
 * the parent, the name list is used.
 */
export function useNamesOf(
  target: Resource,
  value: unknown,
): { names: readonly string[] | undefined; isPending: boolean } {
  const translate = useTranslate()
  const root = target.tree?.root
  const ids = refIds(target, value)
  const list = useNames(target.path, target.tree !== undefined)
  const some = useGetManyAggregate<Row>(
    target.path,
    { ids },
    { enabled: target.tree === undefined && ids.length > 0, staleTime: NAMES_TTL_MS, retry: false },
  )
  if (ids.length === 0) return { names: [], isPending: false }
  const { data, isPending } = target.tree ? list : some
  const rows = data?.filter((row) => row !== undefined)
  const nameOf = (id: number): string =>
    id === root ? translate('crud.top') : ((rows && nameIn(target.path, rows, id)) ?? `#${id}`)
  return { names: rows && ids.map(nameOf), isPending }
}

/** How long a list of names counts as fresh, ms. */
const NAMES_TTL_MS = 30_000

/** Returns the name of one record, for tables: "parent / name" in a tree; undefined where it is unknown. */
export function nameIn(path: string, rows: readonly Row[], id: number): string | undefined {
  const resource = resourceOf(path)
  const byId = rowsById(rows)
  const row = byId.get(id)
  if (!row) return undefined
  const parent = resource.tree && id !== resource.tree.root ? byId.get(Number(row[resource.tree.parent])) : undefined
  return parent && parent.id !== resource.tree?.root
    ? `${titleOf(resource, parent)} / ${titleOf(resource, row)}`
    : titleOf(resource, row)
}

/**
 * Returns a function that names a record in sentences about it. Where its title is another record (a rule's node), that
 * record's name is used.
 */
export function useRecordName(resource: Resource): (row: Row) => string {
  const title = resource.fields[resource.title]
  const path = title?.type === 'ref' ? title.to : null
  const { data: names = [] } = useNames(path ?? resource.path, path !== null)
  return (row) => (path !== null && nameIn(path, names, Number(row[resource.title]))) || titleOf(resource, row)
}

/** Returns rows by id, computed once for each answer. */
export function rowsById(rows: readonly Row[]): ReadonlyMap<number, Row> {
  const known = indexes.get(rows)
  if (known) return known
  const index = new Map(rows.map((row) => [row.id, row]))
  indexes.set(rows, index)
  return index
}

const indexes = new WeakMap<readonly Row[], ReadonlyMap<number, Row>>()
