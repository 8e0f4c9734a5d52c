import { findResource } from '../../resources/index.ts'
import { parseIds, type Caller } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { nameOrNumber } from '../../resources/kit/named.ts'
import { scopeOf } from '../crud/scope.ts'
import type { Platform } from '../platform.ts'

/** Most records named on either side. */
const NAMED = 20

/**
 * Returns the names of the records in a changed field, "old → new"; of a list, the removed and the added ones. Null
 * where the field refers to no records, or the caller may see none of them.
 */
export async function namesOfChange(
  { storage, registry }: Pick<Platform, 'storage' | 'registry'>,
  caller: Caller,
  resource: Resource | undefined,
  { field_name, old_value, new_value }: { field_name: string; old_value: string | null; new_value: string | null },
): Promise<string | null> {
  const field = resource?.fields[field_name]
  const target = field?.type === 'ref' ? findResource(field.to) : undefined
  // A record whose title is a reference has another record's id as its title, which is no name.
  if (!target || target.fields[target.title]?.type === 'ref') return null
  const [before, after] = [parseIds(old_value), parseIds(new_value)]
  const sides = [before.filter((id) => !after.includes(id)), after.filter((id) => !before.includes(id))]
  const ids = sides.flatMap((side) => side.slice(0, NAMED)).filter((id) => id !== target.tree?.root)
  const scope = scopeOf(caller, target, registry)
  if (ids.length === 0 || scope.some(({ values }) => values.length === 0)) return null
  let query = storage.readAny.selectFrom(target.table).select(['id', target.title]).where('id', 'in', ids)
  for (const { column, values } of scope) query = query.where(column, 'in', values)
  const rows = await query.execute()
  const names = new Map(rows.map((row) => [Number(row.id), nameOrNumber(Number(row.id), row[target.title])]))
  if (names.size === 0) return null
  const said = (side: readonly number[]): string =>
    [...side.slice(0, NAMED).map((id) => names.get(id) ?? `#${id}`), ...(side.length > NAMED ? ['…'] : [])].join(', ')
  return sides.map((side) => said(side) || '—').join(' → ')
}
