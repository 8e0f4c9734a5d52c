import { useQuery } from '@tanstack/react-query'
import { loadCapabilities } from '../../../authProvider/capabilities.ts'
import { mayUse } from '../../../resources/kit/access.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { useCaller } from '../../ui/index.ts'

/** Whether telemetry credentials can be made and revoked here: the platform has the call, and the caller may edit the record. */
export function useMayRenew(resource: Resource): boolean {
  const allowed = mayUse(useCaller(), resource, 'edit')
  const { data } = useQuery({ queryKey: ['capabilities'], queryFn: loadCapabilities, enabled: allowed, staleTime: Infinity, retry: false })
  return allowed && data?.extensions.has('credential') === true
}
