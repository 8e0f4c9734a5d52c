import { createContext, useContext } from 'react'
import type { Me } from '../../../authProvider/me.ts'
import type { Caller } from '../../../resources/kit/access.ts'

export const MeContext = createContext<Me | null>(null)

/** The current user. Everything in the console is drawn below its provider, so it is always there. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe needs MeContext above it')
  return me
}

/** What decisions are made of: mayUse(caller, resource, action), mayOpen(caller, key). */
export const useCaller = (): Caller => useMe().caller
