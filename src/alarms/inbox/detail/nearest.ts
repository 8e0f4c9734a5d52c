import type { Pair } from '../../../../resources/kit/datum.ts'
import type { DeviceHead } from '../../../live/deviceStatus.ts'
import { knownPlace } from '../../../map/places.ts'

export interface Near {
  id: number
  name: string
  metres: number
}

/** Metres of a degree of latitude. */
const DEGREE = 111_195

/** The devices that stand nearest to a place, the nearest first, up to `most`; those whose place nobody knows are left out. */
export function nearest(devices: Iterable<DeviceHead>, [lng, lat]: Pair, most: number): readonly Near[] {
  const narrower = Math.cos((lat * Math.PI) / 180)
  let found: Near[] = []
  for (const { id, name, positional } of devices) {
    const place = knownPlace(positional)
    if (place === null) continue
    const metres = DEGREE * Math.hypot((place[0] - lng) * narrower, place[1] - lat)
    if (found.length === most && metres >= (found.at(-1)?.metres ?? 0)) continue
    found = [...found, { id, name, metres }].toSorted((a, b) => a.metres - b.metres).slice(0, most)
  }
  return found
}
