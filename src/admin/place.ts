import { allResources } from '../../resources/index.ts'
import { toolsOf } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { ToolSlot } from '../../resources/kit/slots.ts'

/** What a list's URL opens over it. `within` names a resource that lives inside a record of this one. */
export type Place =
  | { kind: 'list' }
  | { kind: 'create' }
  | { kind: 'tool'; slot: ToolSlot }
  | { kind: 'edit'; id: number }
  | { kind: 'clone'; id: number }
  | { kind: 'dialog'; id: number; name: string }
  | { kind: 'within'; id: number; child: Resource; inner: Place }
  | { kind: 'unknown' }

/**
 * Parses /manage/product, …/create, …/import, …/3, …/3/clone, …/3/detail, …/3/nodemap, …/3/nodemap/create,
 * …/3/nodemap/12; anything else is unknown.
 */
export function parsePlace(resource: Resource, pathname: string): Place {
  const base = `/${resource.path}`
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return { kind: 'list' }
  return placeIn(resource, pathname.slice(base.length).split('/').filter(Boolean))
}

/** Returns the URL of a place. */
export function pathTo(resource: Resource, place: Place): string {
  const base = `/${resource.path}`
  if (place.kind === 'create') return `${base}/create`
  if (place.kind === 'tool') return `${base}/${place.slot}`
  if (place.kind === 'edit') return `${base}/${place.id}`
  if (place.kind === 'clone') return `${base}/${place.id}/clone`
  if (place.kind === 'dialog') return `${base}/${place.id}/${place.name}`
  if (place.kind !== 'within') return base
  const inner = place.inner.kind === 'create' ? '/create' : place.inner.kind === 'edit' ? `/${place.inner.id}` : ''
  return `${base}/${place.id}/${segmentOf(place.child)}${inner}`
}

/** Returns the resources that live inside a record of this one. */
export const childrenOf = (resource: Resource): readonly Resource[] =>
  allResources.filter((child) => child.within?.path === resource.path)

function placeIn(resource: Resource, [first, second, ...rest]: string[]): Place {
  if (first === undefined) return { kind: 'list' }
  if (first === 'create') return second === undefined ? { kind: 'create' } : { kind: 'unknown' }
  const tool = toolsOf(resource).find(({ slot }) => slot === first)
  if (tool) return second === undefined ? { kind: 'tool', slot: tool.slot } : { kind: 'unknown' }
  if (!/^[1-9]\d{0,14}$/.test(first)) return { kind: 'unknown' }
  const id = Number(first)
  if (second === undefined) return { kind: 'edit', id }
  if (second === 'clone' && resource.access.clone !== undefined)
    return rest.length === 0 ? { kind: 'clone', id } : { kind: 'unknown' }
  if (resource.dialogs?.some(({ name }) => name === second))
    return rest.length === 0 ? { kind: 'dialog', id, name: second } : { kind: 'unknown' }
  const child = childrenOf(resource).find((candidate) => segmentOf(candidate) === second)
  if (!child) return { kind: 'unknown' }
  const inner = placeIn(child, rest)
  return inner.kind === 'unknown' ? inner : { kind: 'within', id, child, inner }
}

const segmentOf = (child: Resource): string => child.path.split('/').at(-1) ?? child.path
