import { findResource } from '../../resources/index.ts'
import { parseIds, type Caller } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { named } from '../../resources/kit/named.ts'
import { scopeOf } from '../crud/scope.ts'
import type { Platform } from '../platform.ts'

/** Records of either side that are named. */
const NAMED = 20

/**
 * What the ids of a changed field stand for, "old → new": in a list what was taken out and what came in. null where the field names no records, or the
 * caller may see none of them.
 */
export async function namesOfChange(
  { storage, registry }: Pick<Platform, 'storage' | 'registry'>,
  caller: Caller,
  resource: Resource | undefined,
  { field_name, old_value, new_value }: { field_name: string; old_value: string | null; new_value: string | null },
): Promise<string | null> {
  const field = resource?.fields[field_name]
  const target = field?.type === 'ref' ? findResource(field.to) : undefined
  // What is named after another record has that one's number for a title.
  if (!target || target.fields[target.title]?.type === 'ref') return null
  const [before, after] = [parseIds(old_value), parseIds(new_value)]
  const sides = [before.filter((id) => !after.includes(id)), after.filter((id) => !before.includes(id))]
  const ids = sides.flatMap((side) => side.slice(0, NAMED)).filter((id) => id !== target.tree?.root)
  const scope = scopeOf(caller, target, registry)
  if (ids.length === 0 || scope.some(({ values }) => values.length === 0)) return null
  let query = storage.readAny.selectFrom(target.table).select(['id', target.title]).where('id', 'in', ids)
  for (const { column, values } of scope) query = query.where(column, 'in', values)
  const rows = await query.execute()
  const names = new Map(rows.map((row) => [Number(row.id), named(Number(row.id), row[target.title])]))
  if (names.size === 0) return null
  const said = (side: readonly number[]): string =>
    [...side.slice(0, NAMED).map((id) => names.get(id) ?? `#${id}`), ...(side.length > NAMED ? ['…'] : [])].join(', ')
  return sides.map((side) => said(side) || '—').join(' → ')
}
