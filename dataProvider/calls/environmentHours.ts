import { call } from '../http.ts'
import { integer, isRecord, readNumber, readRecords, readText, readTime } from '../normalise.ts'
import { MEDIA, type StationMedium } from './environment.ts'

/** One hour of a place. */
export interface PlaceHour {
  /** The hour's end, epoch ms. */
  at: number
  index: number | null
  level: number | null
  /** Of sound: by how many dB it is above its limit, where the platform says so. */
  exceeded: number | null
  /** By pollutant its mean, index and level. */
  parts: Readonly<Record<string, { value: number | null; index: number | null; level: number | null }>>
}

/** A place hour by hour: a row of GET environment/hours (docs/wire.md, `environment-hours`). Hours that nobody told of are left out. */
export interface PlaceHours {
  /** The area; null of a row over all, or of a station. */
  area: number | null
  medium: StationMedium
  hours: readonly PlaceHour[]
}

export interface HoursQuery {
  dis_id?: number | null | undefined
  medium?: StationMedium | undefined
  /** One row a medium in place of one an area. */
  by?: 'all' | undefined
  /** Epoch ms; the last day where nothing is said, seven at most. */
  from?: number | undefined
  to?: number | undefined
}

/** What the environment was like hour by hour, by area or over all (extension `environment-hours`). Throws WireError. */
export async function placeHours(query: HoursQuery, signal?: AbortSignal): Promise<PlaceHours[]> {
  return readRecords(await call('GET', 'environment/hours', { query: { ...query }, signal })).flatMap((row) => {
    const medium = MEDIA.find((known) => known === row['medium'])
    if (medium === undefined) return []
    return [{ area: integer(row['dis_id']), medium, hours: readRecords(row['hours']).flatMap(hourOf) }]
  })
}

function hourOf(row: Record<string, unknown>): PlaceHour[] {
  const at = readTime(row['at'])
  if (at === null) return []
  const parts = isRecord(row['parts']) ? Object.entries(row['parts']) : []
  return [
    {
      at,
      index: readNumber(row['index']),
      level: integer(row['level']),
      exceeded: readNumber(row['exceeded']),
      parts: Object.fromEntries(
        parts.map(([key, part]) => {
          const [value, index, level] = Array.isArray(part) ? part : []
          return [readText(key), { value: readNumber(value), index: readNumber(index), level: integer(level) }]
        }),
      ),
    },
  ]
}
