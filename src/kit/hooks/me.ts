import { createContext, useContext } from 'react'
import type { Me } from '../../../authProvider/me.ts'
import type { Caller } from '../../../resources/kit/access.ts'

export const MeContext = createContext<Me | null>(null)

/** Returns the current user. The whole console renders below its provider, so it is always defined. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe needs MeContext above it')
  return me
}

/** Returns the argument of permission checks: mayUse(caller, resource, action), mayOpen(caller, key). */
export const useCaller = (): Caller => useMe().caller
