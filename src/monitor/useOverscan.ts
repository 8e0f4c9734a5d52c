import { startTransition, useEffect, useState } from 'react'

/** How many entries are drawn beyond those in sight: none at first, so that what was waited for shows sooner, and then as many as scrolling wants. */
export function useOverscan(wanted: number, drawn: boolean): number {
  const [overscan, setOverscan] = useState(0)
  useEffect(() => {
    if (!drawn) return
    // After the frame with the first entries.
    let handle = requestAnimationFrame(
      () => (handle = requestAnimationFrame(() => startTransition(() => setOverscan(wanted)))),
    )
    return () => cancelAnimationFrame(handle)
  }, [wanted, drawn])
  return overscan
}
