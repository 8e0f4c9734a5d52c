import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a function whose identity never changes and that calls the latest `act`, so that its receivers need not
 * render again. Must not be called during rendering.
 */
export function useStable<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...args: A) => newest.current(...args), [])
}
