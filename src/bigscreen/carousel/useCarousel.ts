import { useEffect, useState } from 'react'

/** How long a slide is shown and how long its transition takes, ms (design §5). */
const SLIDE_MS = 8000
const TRANSITION_MS = 600

interface Place {
  at: number
  /** The leaving slide, and whether it moves to the left. */
  from: number | null
  forward: boolean
}

export interface CarouselState extends Place {
  step: (by: 1 | -1) => void
}

/**
 * Cycles through `count` slides endlessly unless `paused`; stepping works at any time. `stands`: display time of a
 * slide, ms.
 */
export function useCarousel(count: number, paused: boolean, stands = SLIDE_MS): CarouselState {
  const [place, setPlace] = useState<Place>({ at: 0, from: null, forward: true })
  const at = Math.min(place.at, count - 1)
  const from = place.from !== null && place.from < count && place.from !== at ? place.from : null
  useEffect(() => {
    if (paused || count < 2) return
    const timer = setTimeout(() => setPlace(moved(at, 1, count)), stands)
    return () => clearTimeout(timer)
  }, [paused, count, at, stands])
  useEffect(() => {
    if (from === null) return
    const timer = setTimeout(() => setPlace((before) => ({ ...before, from: null })), TRANSITION_MS)
    return () => clearTimeout(timer)
  }, [from])
  return { at, from, forward: place.forward, step: (by) => count > 1 && setPlace(moved(at, by, count)) }
}

const moved = (at: number, by: 1 | -1, count: number): Place => ({
  at: (at + by + count) % count,
  from: at,
  forward: by > 0,
})
