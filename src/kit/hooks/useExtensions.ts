import { useQuery } from '@tanstack/react-query'
import { knownCapabilities, loadCapabilities } from '../../../authProvider/capabilities.ts'

/**
 * Returns the extensions that the platform announces beyond the basic calls (docs/wire.md); undefined until they are
 * known. Features without their extension are not offered.
 */
export const useExtensions = (enabled = true): ReadonlySet<string> | undefined =>
  useQuery({
    queryKey: ['capabilities'],
    queryFn: loadCapabilities,
    initialData: knownCapabilities,
    enabled,
    staleTime: Infinity,
    // For a platform that did not answer the extensions stay unknown: the query is repeated.
    refetchInterval: ({ state }) => state.data?.known === false && ASK_INTERVAL_MS,
    retry: false,
  }).data?.extensions

/** Retry interval for a platform that did not answer, ms. */
const ASK_INTERVAL_MS = 10_000
