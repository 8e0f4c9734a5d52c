/** Cache of answers by place, which evicts the least recently used ones. It is in memory: each process has its own. */
export interface PlaceCache<T> {
  /**
   * Returns the answer for about this place, loaded with `load` where none is cached; concurrent calls share the same
   * load.
   */
  get(lng: number, lat: number, load: () => Promise<T | null>): Promise<T | null>
  size(): number
}

/** Decimals of a degree to which places are rounded: about 11 m. */
const DECIMALS = 4

/**
 * @param keep how long answers are kept, ms
 * @param keepNone how long the absence of an answer is kept, ms, so that a failing service is not called with every
 * click
 */
export function createPlaceCache<T>(
  { max, keep, keepNone }: { max: number; keep: number; keepNone: number },
  now: () => number = () => Date.now(),
): PlaceCache<T> {
  const known = new Map<string, { answer: Promise<T | null>; until: number }>()
  return {
    get(lng, lat, load) {
      const key = `${lng.toFixed(DECIMALS)},${lat.toFixed(DECIMALS)}`
      const found = known.get(key)
      known.delete(key)
      if (found && found.until > now()) {
        // Moved to the end of the map's order: most recently used.
        known.set(key, found)
        return found.answer
      }
      const entry = { answer: load().catch(() => null), until: Number.POSITIVE_INFINITY }
      known.set(key, entry)
      const [oldest] = known.keys()
      if (known.size > max && oldest !== undefined) known.delete(oldest)
      void entry.answer.then((answer) => (entry.until = now() + (answer === null ? keepNone : keep)))
      return entry.answer
    },
    size: () => known.size,
  }
}
