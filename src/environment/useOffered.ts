import type { Extension } from '../../resources/kit/extensions.ts'
import { mayRead } from '../../resources/reads.ts'
import { useCaller, useExtensions } from '../kit/index.ts'

/** Whether the platform has an extension of the environment, and the caller may see live data. */
export function useOffered(extension: Extension): boolean {
  const [caller, extensions] = [useCaller(), useExtensions()]
  return mayRead(caller, 'live') && extensions?.has(extension) === true
}
