import { resourceOf } from '../../../../resources/index.ts'
import type { Resource } from '../../../../resources/kit/define.ts'

/** The resource whose records a list's filter chooses from: what the field points to that the rows are scoped by. null without the filter. */
export function filterTarget(resource: Resource, filter: 'project' | 'area'): Resource | null {
  if (!resource.filters?.includes(filter)) return null
  const column = filter === 'project' ? resource.scope.project : resource.scope.district
  const field = column ? resource.fields[column] : undefined
  return field?.type === 'ref' ? resourceOf(field.to) : null
}
