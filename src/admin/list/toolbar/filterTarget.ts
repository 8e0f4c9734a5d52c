import { resourceOf } from '../../../../resources/index.ts'
import type { Resource } from '../../../../resources/kit/define.ts'

/**
 * Returns the resource that a list's filter chooses from: the one that the scoping field refers to. null without the
 * filter.
 */
export function filterTarget(resource: Resource, filter: 'project' | 'area'): Resource | null {
  if (!resource.filters?.includes(filter)) return null
  const column = filter === 'project' ? resource.scope.project : resource.scope.district
  const field = column ? resource.fields[column] : undefined
  return field?.type === 'ref' ? resourceOf(field.to) : null
}
