import type { Resource } from '../../../resources/kit/define.ts'

/** A list starts in the platform's own order. */
export const UNSORTED = { field: '', order: 'ASC' } as const

/** All of a tree at once; more areas than this make no sense in one tree. A search of it is made here, so that what it finds keeps its ancestors. */
export const WHOLE = { perPage: 100_000, queryOptions: { meta: { wholeTree: true } } }

/** The name under which the user's store has how many rows a page has. */
export const SIZE = 'list.size'
export const DEFAULT_SIZE = 10

/** What the list of an entity asks react-admin for where its address says nothing, with `size` rows a page. */
export const openingParams = (resource: Resource, size: number) => ({
  pagination: { page: 1, perPage: resource.tree ? WHOLE.perPage : size },
  sort: UNSORTED,
  filter: {},
  ...(resource.tree && WHOLE.queryOptions),
})
