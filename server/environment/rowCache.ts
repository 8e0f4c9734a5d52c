import type { AirScheme } from '../../standards/index.ts'
import type { Medium } from '../../standards/types.ts'
import { hourOfDay } from '../history/calendar.ts'
import type { Site } from '../live/measures.ts'
import type { LiveDevice } from '../platform.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import { createDays } from './day.ts'
import { coverageOf, type Means } from './hours.ts'
import { judgeHour } from './verdicts.ts'

/** A station in one hour: its means as they are stored, that hour first, those before it where the scheme looks back. */
export interface StationHour {
  device: LiveDevice
  medium: Medium
  scheme: AirScheme
  site: Site
  /** The hour's start, epoch ms. */
  hour: number
  past: readonly (string | undefined)[]
  /** How many pollutants the station measures. */
  measured: number
}

/**
 * Rows of GET environment as JSON. All ask for the same hour, and an hour's means change seldom: the last row of each station is remembered. Without
 * parts a row is a fifth as long, and says what a list needs.
 */
export function createRowCache(zone: string): { rowOf(station: StationHour, withParts: boolean): string } {
  const dayOf = createDays(zone)
  const remembered = new Map<string, { station: StationHour; whole: string; brief: string }>()
  return {
    rowOf(station, withParts) {
      const key = `${station.medium} ${station.device.id}`
      const known = remembered.get(key)
      if (known && isSame(known.station, station)) return withParts ? known.whole : known.brief
      const row = judged(station)
      const { parts: _, ...rest } = row
      const [whole, brief] = [JSON.stringify(row), JSON.stringify(rest)]
      remembered.set(key, { station, whole, brief })
      return withParts ? whole : brief
    },
  }

  function judged({ device, medium, scheme, site, hour, past, measured }: StationHour) {
    const means = past.map((text) => (text === undefined ? undefined : (JSON.parse(text) as Means)))
    const { category: _, ...verdict } = judgeHour(
      means,
      { medium, scheme, site, day: dayOf(hour).day },
      medium === 'noise' ? hourOfDay(hour, zone) : 0,
    )
    const [decides = ''] = verdict.deciding ?? verdict.primary
    // Sound has no index: its level is what is said of it.
    const leading = verdict.parts.leq ?? verdict.parts[decides]
    return {
      deviceid: device.id,
      medium,
      ...verdict,
      ...(leading && { value: leading.value }),
      coverage: coverageOf(means[0] ?? {}, measured),
      at: hour + HOUR,
    }
  }
}

const isSame = (a: StationHour, b: StationHour): boolean =>
  a.hour === b.hour &&
  a.scheme === b.scheme &&
  a.site === b.site &&
  a.measured === b.measured &&
  a.past.length === b.past.length &&
  a.past.every((means, place) => means === b.past[place])
