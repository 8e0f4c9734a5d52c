import { useEffect, useState } from 'react'

/** How long a slide stands and how long it moves, ms (design §5). */
const STANDS = 8000
const MOVES = 600

interface Place {
  at: number
  /** The slide that is going, and whether it leaves to the left. */
  from: number | null
  forward: boolean
}

export interface CarouselState extends Place {
  step: (by: 1 | -1) => void
}

/** Walks through `count` slides for ever, from the last to the first, while not `paused`; by hand at any time. `stands`: how long a slide does, ms. */
export function useCarousel(count: number, paused: boolean, stands = STANDS): CarouselState {
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
    const timer = setTimeout(() => setPlace((before) => ({ ...before, from: null })), MOVES)
    return () => clearTimeout(timer)
  }, [from])
  return { at, from, forward: place.forward, step: (by) => count > 1 && setPlace(moved(at, by, count)) }
}

const moved = (at: number, by: 1 | -1, count: number): Place => ({
  at: (at + by + count) % count,
  from: at,
  forward: by > 0,
})
