import type { Pair } from './datum.ts'
import { knownPlace } from './places.ts'

/** What stands somewhere, and how far from a place. */
export type Near<T> = T & { metres: number }

/** Metres of a degree of latitude. */
const DEGREE = 111_195

/** What stands nearest to a place, the nearest first, up to `most`; that whose place nobody knows is left out. */
export function nearest<T extends { positional: string | null }>(
  things: Iterable<T>,
  [lng, lat]: Pair,
  most: number,
): readonly Near<T>[] {
  const narrower = Math.cos((lat * Math.PI) / 180)
  let found: Near<T>[] = []
  for (const thing of things) {
    const place = knownPlace(thing.positional)
    if (place === null) continue
    const metres = DEGREE * Math.hypot((place[0] - lng) * narrower, place[1] - lat)
    if (found.length === most && metres >= (found.at(-1)?.metres ?? 0)) continue
    found = [...found, { ...thing, metres }].toSorted((a, b) => a.metres - b.metres).slice(0, most)
  }
  return found
}

/** A camera further away shows nothing of it, metres. */
const IN_SIGHT = 5000

/**
 * The camera nearest to a place, with its distance; where nobody knows of one near enough, the first of the area.
 *
 * @param own those of the area and of those below it
 */
export function cameraFor<T extends { positional: string | null }>(
  { own, all }: { own: readonly T[]; all: readonly T[] },
  place: Pair | null,
): (T & { metres: number | null }) | undefined {
  const [near] = place === null ? [] : nearest(all, place, 1)
  if (near && near.metres <= IN_SIGHT) return near
  return own[0] && { ...own[0], metres: null }
}
