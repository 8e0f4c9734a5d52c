import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { DataProvider, Store } from 'react-admin'
import { findResource } from '../../resources/index.ts'
import { mayUse, type Caller } from '../../resources/kit/access.ts'
import { DEFAULT_SIZE, openingParams, SIZE } from '../admin/list/opening.ts'
import { userKey } from '../admin/list/useUserStore.ts'

/** Objects with which pages request and store data. */
export interface Sources {
  dataProvider: DataProvider
  store: Store
  queryClient: QueryClient
}

/**
 * Requests the rows of the list in the address in parallel with its code, so that the list has its first rows when it
 * is drawn, without a request and a second render of its own. A list with parameters in its address requests its rows
 * itself, and so does one whose request failed here.
 */
export function prefetchList(
  { dataProvider, store, queryClient }: Sources,
  caller: Caller,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): void {
  const resource = search === '' ? findResource(pathname.slice(1)) : undefined
  if (!resource?.screen || !mayUse(caller, resource, 'list')) return
  const params = openingParams(resource, store.getItem<number>(userKey(SIZE, caller)) ?? DEFAULT_SIZE)
  // The query key that react-admin's useGetList uses.
  const queryKey = [resource.path, 'getList', params]
  const first = hashKey(queryKey)
  // Lists refetch whenever they are opened; these rows are exempt, unless they have been updated since. The defaults
  // also apply to keys that begin with this one, so the hash is compared.
  queryClient.setQueryDefaults(queryKey, {
    staleTime: ({ queryHash, state }) => (queryHash === first && state.dataUpdateCount === 1 ? FRESH_MS : 0),
  })
  void queryClient.prefetchQuery({
    queryKey,
    queryFn: () => dataProvider.getList(resource.path, params),
    retry: false,
  })
}

/**
 * How long prefetched rows that have not been shown count as fresh, ms: the time that a slow device takes to draw the
 * list.
 */
const FRESH_MS = 5000
