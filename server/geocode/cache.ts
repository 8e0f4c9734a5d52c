/** Answers by place, those asked for last kept longest. In memory: another process asks for itself. */
export interface PlaceCache<T> {
  /** The answer of about this place, asked for with `ask` where none is known; who asks meanwhile waits for the same answer. */
  get(lng: number, lat: number, load: () => Promise<T | null>): Promise<T | null>
  size(): number
}

/** Decimals of a degree by which places are the same: about 11 m. */
const DECIMALS = 4

/** @param keep milliseconds for answers; @param keepNone milliseconds for having none, so that a service that fails is not asked with every click */
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
        // To the end of the map's order: asked for last.
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
