import { useEffect, useState } from 'react'
import type { Range } from './model.ts'

/** Debounce, ms: long enough that a chart that is being moved sends no requests. */
const SETTLE_MS = 200

/** Returns a range once it has not changed for a while. */
export function useSettled({ from, to }: Range): Range {
  const [settled, setSettled] = useState({ from, to })
  useEffect(() => {
    const timer = setTimeout(
      () => setSettled((before) => (before.from === from && before.to === to ? before : { from, to })),
      SETTLE_MS,
    )
    return () => clearTimeout(timer)
  }, [from, to])
  return settled
}
