import { CONTROL, mayControl } from '../../../resources/control.ts'
import { useCaller } from './me.ts'
import { useExtensions } from './useExtensions.ts'

/**
 * Returns whether the user may set values and turn switches on the current platform: by the code "Control" if the
 * platform has it, else by the right to the live page. Until that is known, the code "Control" is required.
 */
export function useMayControl(): boolean {
  const caller = useCaller()
  const extensions = useExtensions()
  return mayControl(caller, extensions === undefined || extensions.has(CONTROL))
}
