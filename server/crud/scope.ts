import { rowScope, type Caller } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { Registry } from '../platform.ts'
import type { Row } from './row.ts'

/** One condition a row has to meet: its column holds one of these. */
export interface Condition {
  column: string
  values: readonly (string | number)[]
}

/** The rows a caller may touch, as conditions; none: all rows. Districts take the areas below along. */
export function scopeOf(caller: Caller, resource: Resource, registry: Registry): Condition[] {
  const { project, districts } = rowScope(caller, resource)
  const conditions: Condition[] = []
  if (project) conditions.push({ column: project.column, values: [project.id] })
  if (districts) conditions.push({ column: districts.column, values: [...registry.areasBelow(districts.ids)] })
  return conditions
}

export const meets = (row: Row, conditions: readonly Condition[]): boolean =>
  conditions.every(({ column, values }) => values.includes(Number(row[column] ?? 0)))
