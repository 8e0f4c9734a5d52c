import { startTransition, useEffect, useState } from 'react'

/**
 * Returns how many entries are rendered outside the viewport: none at first, so that the first paint is quick, then
 * `count`, for smooth scrolling.
 */
export function useOverscan(count: number, ready: boolean): number {
  const [overscan, setOverscan] = useState(0)
  useEffect(() => {
    if (!ready) return
    // After the frame with the first entries.
    let handle = requestAnimationFrame(
      () => (handle = requestAnimationFrame(() => startTransition(() => setOverscan(count)))),
    )
    return () => cancelAnimationFrame(handle)
  }, [count, ready])
  return overscan
}
