import type { Pair } from './datum.ts'
import { knownPlace } from './places.ts'

/** A thing with its distance from a location. */
export type WithDistance<T> = T & { metres: number }

/** Metres per degree of latitude. */
const DEGREE = 111_195

/**
 * Returns the things nearest to a location, the nearest first, at most `most`; things without a known location are left
 * out.
 */
export function nearest<T extends { positional: string | null }>(
  things: Iterable<T>,
  [lng, lat]: Pair,
  most: number,
): readonly WithDistance<T>[] {
  const narrower = Math.cos((lat * Math.PI) / 180)
  let found: WithDistance<T>[] = []
  for (const thing of things) {
    const place = knownPlace(thing.positional)
    if (place === null) continue
    const metres = DEGREE * Math.hypot((place[0] - lng) * narrower, place[1] - lat)
    if (found.length === most && metres >= (found.at(-1)?.metres ?? 0)) continue
    found = [...found, { ...thing, metres }].toSorted((a, b) => a.metres - b.metres).slice(0, most)
  }
  return found
}

/** Cameras farther away than this, in metres, do not show the location. */
const MAX_CAMERA_DISTANCE_M = 5000

/**
 * Returns the camera nearest to a location, with its distance; if none is near enough, the first camera of the area.
 *
 * @param own cameras of the area and of the areas below it
 */
export function cameraFor<T extends { positional: string | null }>(
  { own, all }: { own: readonly T[]; all: readonly T[] },
  place: Pair | null,
): (T & { metres: number | null }) | undefined {
  const [near] = place === null ? [] : nearest(all, place, 1)
  if (near && near.metres <= MAX_CAMERA_DISTANCE_M) return near
  return own[0] && { ...own[0], metres: null }
}
