import { useQuery } from '@tanstack/react-query'
import { namesQuery, type NamesAnswer } from '../../../dataProvider/names.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { resourceOf } from '../../../resources/index.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { titleOf } from '../../../resources/kit/named.ts'

/** The name list of a resource; asked again when the window comes back, so that what was made in another tab can be chosen. */
export const useNames = (path: string, enabled = true) =>
  useQuery({ ...namesQuery(path), enabled, refetchOnWindowFocus: true, select: rowsOf })

const rowsOf = ({ data }: NamesAnswer): readonly Row[] => data

/** The name of one record, for tables: "parent / name" in a tree. undefined where it is unknown. */
export function nameIn(path: string, rows: readonly Row[], id: number): string | undefined {
  const resource = resourceOf(path)
  const byId = indexOf(rows)
  const row = byId.get(id)
  if (!row) return undefined
  const parent = resource.tree && id !== resource.tree.root ? byId.get(Number(row[resource.tree.parent])) : undefined
  return parent && parent.id !== resource.tree?.root
    ? `${titleOf(resource, parent)} / ${titleOf(resource, row)}`
    : titleOf(resource, row)
}

/** What a record is called, for sentences about it. Where its title is another record (a rule's node), by that one's name. */
export function useRecordName(resource: Resource): (row: Row) => string {
  const title = resource.fields[resource.title]
  const path = title?.type === 'ref' ? title.to : null
  const { data: names = [] } = useNames(path ?? resource.path, path !== null)
  return (row) => (path !== null && nameIn(path, names, Number(row[resource.title]))) || titleOf(resource, row)
}

/** Rows by id, worked out once for each answer. */
export function indexOf(rows: readonly Row[]): ReadonlyMap<number, Row> {
  const known = indexes.get(rows)
  if (known) return known
  const index = new Map(rows.map((row) => [row.id, row]))
  indexes.set(rows, index)
  return index
}

const indexes = new WeakMap<readonly Row[], ReadonlyMap<number, Row>>()
