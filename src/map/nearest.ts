import type { Pair } from '../../resources/kit/datum.ts'
import { knownPlace } from '../../resources/kit/places.ts'

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

/** A distance as people say it: "850 m", "1.2 km". */
export const distanceText = (metres: number): string =>
  metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`
