import { useStore } from 'react-admin'
import type { Caller } from '../../../resources/kit/access.ts'
import { useCaller } from '../../kit/index.ts'

/**
 * A user's preference for how lists are drawn, remembered in this browser for each user: two people at one desk keep
 * their own.
 */
export function useUserStore<T>(name: string, start: T): [T, (value: T) => void] {
  const caller = useCaller()
  return useStore<T>(userKey(name, caller), start)
}

/** Returns a user's key in the store. */
export const userKey = (name: string, { id }: Caller): string => `${name}.${id}`
