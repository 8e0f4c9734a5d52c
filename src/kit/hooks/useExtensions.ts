import { useQuery } from '@tanstack/react-query'
import { knownCapabilities, loadCapabilities } from '../../../authProvider/capabilities.ts'

/** What the platform announces beyond the plain calls (docs/wire.md); undefined until that is known. Nothing else of it is offered. */
export const useExtensions = (enabled = true): ReadonlySet<string> | undefined =>
  useQuery({
    queryKey: ['capabilities'],
    queryFn: loadCapabilities,
    initialData: knownCapabilities,
    enabled,
    staleTime: Infinity,
    // One that did not answer has them or not: nothing is known yet.
    refetchInterval: ({ state }) => state.data?.known === false && ASK_INTERVAL_MS,
    retry: false,
  }).data?.extensions

/** How often a platform that did not answer is asked again, ms. */
const ASK_INTERVAL_MS = 10_000
