import { CONTROL, mayControl } from '../../../resources/control.ts'
import { useCaller } from './me.ts'
import { useExtensions } from './useExtensions.ts'

/**
 * Whether the user may set values and turn switches on the platform in front: by the code "Control" where it has one, else by the live page. Until that
 * is known, only who may by either rule.
 */
export function useMayControl(): boolean {
  const caller = useCaller()
  const extensions = useExtensions()
  return mayControl(caller, extensions === undefined || extensions.has(CONTROL))
}
