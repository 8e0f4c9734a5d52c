import { mayUse } from '../../../resources/kit/access.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { useCaller, useExtensions } from '../../kit/index.ts'

/**
 * Whether telemetry credentials can be created and revoked: the platform has the call, and the caller may edit the
 * record.
 */
export function useMayRenew(resource: Resource): boolean {
  const allowed = mayUse(useCaller(), resource, 'edit')
  const extensions = useExtensions(allowed)
  return allowed && extensions?.has('credential') === true
}
