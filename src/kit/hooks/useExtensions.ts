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
    retry: false,
  }).data?.extensions
