import { isSuper, rowScope, type Caller } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { Registry } from '../platform.ts'
import type { Row } from '../storage/row.ts'

/** A condition on a row: its column has one of these values. */
export interface ScopeCondition {
  column: string
  values: readonly (string | number)[]
}

/**
 * Returns the rows that a caller may touch, as conditions; no conditions mean all rows. Districts include the areas
 * below them.
 */
export function scopeOf(caller: Caller, resource: Resource, registry: Pick<Registry, 'areasBelow'>): ScopeCondition[] {
  const { project, districts } = rowScope(caller, resource)
  const conditions: ScopeCondition[] = []
  if (project) conditions.push({ column: project.column, values: [project.id] })
  if (districts) conditions.push({ column: districts.column, values: [...registry.areasBelow(districts.ids)] })
  return conditions
}

/**
 * Returns whether a caller is limited to some areas of a project. Such a caller may not touch what belongs to the whole
 * project.
 */
export const watchesSomeAreas = (caller: Caller): boolean => caller.districts.length > 0 && !isSuper(caller)

export const isInScope = (row: Row, conditions: readonly ScopeCondition[]): boolean =>
  conditions.every(({ column, values }) => values.includes(Number(row[column] ?? 0)))

/** Returns the column with a row's project; null where there is none, or where it is the row's own id. */
export const projectColumn = (resource: Resource): string | null => {
  const column = resource.scope.project ?? (resource.fields.project_id ? 'project_id' : null)
  return column === 'id' ? null : column
}
