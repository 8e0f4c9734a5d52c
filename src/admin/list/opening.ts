import type { Resource } from '../../../resources/kit/define.ts'

/** Sort order of a list that starts in the platform's own order. */
export const UNSORTED = { field: '', order: 'ASC' } as const

/**
 * Requests all records of a tree at once: more areas than this make no sense in one tree. A tree is searched in the
 * browser, so that records that match keep their ancestors.
 */
export const WHOLE = { perPage: 100_000, queryOptions: { meta: { wholeTree: true } } }

/** Name under which the user's store holds the number of rows on a page. */
export const SIZE = 'list.size'
export const DEFAULT_SIZE = 10

/** Returns the list parameters that apply where the address has none, with `size` rows a page. */
export const openingParams = (resource: Resource, size: number) => ({
  pagination: { page: 1, perPage: resource.tree ? WHOLE.perPage : size },
  sort: UNSORTED,
  filter: {},
  ...(resource.tree && WHOLE.queryOptions),
})
