import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same and does what the newest one does: what it is given to need not be drawn again. Not to be called while drawing. */
export function useStable<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...args: A) => newest.current(...args), [])
}
