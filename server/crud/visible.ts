import type { SelectQueryBuilder } from 'kysely'
import type { Caller } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { Platform } from '../platform.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'
import { scopeOf } from './scope.ts'

type Query = SelectQueryBuilder<AnyTables, string, Record<string, string | number | null>>

/**
 * Returns all rows of a resource that a caller may see, by id, narrowed by `more`. For calls that answer a bare array.
 */
export async function visibleRows(
  { storage, registry }: Platform,
  resource: Resource,
  caller: Caller,
  more: (query: Query) => Query = (query) => query,
): Promise<Row[]> {
  let query: Query = storage.readAny.selectFrom(resource.table).selectAll()
  for (const { column, values } of scopeOf(caller, resource, registry)) {
    if (values.length === 0) return []
    query = query.where(column, 'in', values)
  }
  return more(query).orderBy('id').execute()
}
