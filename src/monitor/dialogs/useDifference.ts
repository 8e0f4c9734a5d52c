import { useEffect, useState } from 'react'

/** How long a difference shows, ms (design §4). */
const SHOWN = 3000

/** By how much a number changed, for three seconds after it did; null otherwise, and where it was not a number before. */
export function useDifference(value: number | null): number | null {
  const [seen, setSeen] = useState<{ value: number | null; by: number | null; count: number }>({
    value,
    by: null,
    count: 0,
  })
  if (seen.value !== value)
    setSeen({ value, by: seen.value === null || value === null ? null : value - seen.value, count: seen.count + 1 })
  useEffect(() => {
    if (seen.by === null) return
    const timer = setTimeout(() => setSeen((now) => (now.count === seen.count ? { ...now, by: null } : now)), SHOWN)
    return () => clearTimeout(timer)
  }, [seen.by, seen.count])
  return seen.by
}
