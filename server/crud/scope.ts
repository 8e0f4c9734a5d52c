import { isSuper, rowScope, type Caller } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { Registry } from '../platform.ts'
import type { Row } from '../storage/row.ts'

/** One condition a row has to meet: its column holds one of these. */
export interface ScopeCondition {
  column: string
  values: readonly (string | number)[]
}

/** The rows a caller may touch, as conditions; none: all rows. Districts take the areas below along. */
export function scopeOf(caller: Caller, resource: Resource, registry: Pick<Registry, 'areasBelow'>): ScopeCondition[] {
  const { project, districts } = rowScope(caller, resource)
  const conditions: ScopeCondition[] = []
  if (project) conditions.push({ column: project.column, values: [project.id] })
  if (districts) conditions.push({ column: districts.column, values: [...registry.areasBelow(districts.ids)] })
  return conditions
}

/** Whether a caller has some areas of a project alone: what is of the whole project is then not theirs. */
export const watchesSomeAreas = (caller: Caller): boolean => caller.districts.length > 0 && !isSuper(caller)

export const meets = (row: Row, conditions: readonly ScopeCondition[]): boolean =>
  conditions.every(({ column, values }) => values.includes(Number(row[column] ?? 0)))

/** The column that names a row's project, where there is one and it is not the row's own id. */
export const projectColumn = (resource: Resource): string | null => {
  const column = resource.scope.project ?? (resource.fields.project_id ? 'project_id' : null)
  return column === 'id' ? null : column
}
