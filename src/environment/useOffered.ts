import type { Extension } from '../../resources/kit/extensions.ts'
import { mayRead } from '../../resources/reads.ts'
import { useCaller, useExtensions } from '../kit/index.ts'

/** Returns whether the platform has an environment extension, and the caller may see live data. */
export function useOffered(extension: Extension): boolean {
  const [caller, extensions] = [useCaller(), useExtensions()]
  return mayRead(caller, 'live') && extensions?.has(extension) === true
}
