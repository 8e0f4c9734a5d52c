import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { DataProvider, Store } from 'react-admin'
import { findResource } from '../../resources/index.ts'
import { mayUse, type Caller } from '../../resources/kit/access.ts'
import { DEFAULT_SIZE, openingParams, SIZE } from '../admin/list/opening.ts'
import { userKey } from '../admin/list/useUserStore.ts'

/** What pages ask by and keep things in. */
export interface Sources {
  dataProvider: DataProvider
  store: Store
  queryClient: QueryClient
}

/**
 * Asks for the rows of the list in the address, beside its code: drawn, it begins with them, in place of asking then and being drawn again. A list whose address
 * says more than its path asks by itself, as does one that could not be read here.
 */
export function prefetchList(
  { dataProvider, store, queryClient }: Sources,
  caller: Caller,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): void {
  const resource = search === '' ? findResource(pathname.slice(1)) : undefined
  if (!resource?.screen || !mayUse(caller, resource, 'list')) return
  const params = openingParams(resource, store.getItem<number>(userKey(SIZE, caller)) ?? DEFAULT_SIZE)
  // As react-admin's useGetList names it.
  const queryKey = [resource.path, 'getList', params]
  const first = hashKey(queryKey)
  // Lists ask anew whenever they are opened; not for these rows, unless they have changed since. The key's defaults are those of narrower lists too.
  queryClient.setQueryDefaults(queryKey, {
    staleTime: ({ queryHash, state }) => (queryHash === first && state.dataUpdateCount === 1 ? FRESH_MS : 0),
  })
  void queryClient.prefetchQuery({
    queryKey,
    queryFn: () => dataProvider.getList(resource.path, params),
    retry: false,
  })
}

/** How long rows that nobody has seen are as good as new, ms: as long as a slow device takes to draw the list. */
const FRESH_MS = 5000
