import { useQuery } from '@tanstack/react-query'
import { loadCapabilities } from '../../authProvider/capabilities.ts'
import { CONTROL, mayControl } from '../../resources/control.ts'
import { useCaller } from './me.ts'

/**
 * Whether the user may set values and turn switches on the platform in front: by the code "Control" where it has one, else by the live page. Until that
 * is known, only who may by either rule.
 */
export function useMayControl(): boolean {
  const caller = useCaller()
  const { data } = useQuery({ queryKey: ['capabilities'], queryFn: loadCapabilities, staleTime: Infinity, retry: false })
  return mayControl(caller, data === undefined || data.extensions.has(CONTROL))
}
