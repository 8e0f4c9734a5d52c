import { call } from '../http.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readNumber, readRecords, readText, readTime } from '../normalise.ts'
import { MEDIA, type StationMedium } from './environment.ts'

/**
 * One hour of a place: for air the mean of its stations, for noise and water its worst station (docs/wire.md,
 * `environment-hours`).
 */
export interface PlaceHour {
  /** The hour's end, epoch ms. */
  at: number
  /** Code of the standard that the hour is judged by; '' if the platform does not say. */
  standard: string
  index: number | null
  level: number | null
  /** For noise: by how many dB it exceeds its limit, if the platform says so. */
  exceeded: number | null
  primary: readonly string[]
  /**
   * For water: the pollutants with the class of the whole, except in the best class; absent if the platform does not
   * say.
   */
  deciding?: readonly string[]
  /** For air: pollutants that its standard requires and that no station measured, if the platform says so. */
  missing: readonly string[]
  /** Number of stations with a valid mean. */
  stations: number
  /** Number of stations in each level, the best first; for noise and water. */
  classes: readonly number[]
  worst: number | null
  /** Mean, index and level by pollutant. */
  parts: Readonly<Record<string, { value: number; index: number | null; level: number | null }>>
}

/** The hours of an area, of all stations (`area` null), or of one station (`device`), oldest first. */
export interface PlaceRow {
  area: number | null
  device: number | null
  medium: StationMedium
  stations: number
  hours: readonly PlaceHour[]
}

export interface HoursQuery {
  by?: 'area' | 'all'
  dis_id?: number | null
  medium?: StationMedium
  devices?: readonly number[]
  /** Epoch ms. */
  from: number
  to: number
}

/**
 * Returns the hours of places (extension `environment-hours`); hours without any data are left out.
 *
 * @throws WireError
 */
export async function placeHours(
  { devices, from, to, ...narrowed }: HoursQuery,
  signal?: AbortSignal,
): Promise<PlaceRow[]> {
  const query = { ...narrowed, deviceid: devices?.join(','), from: Math.round(from), to: Math.round(to) }
  return readRecords(await call('GET', 'environment/hours', { query, signal })).flatMap((row): PlaceRow[] => {
    const medium = MEDIA.find((known) => known === row['medium'])
    if (!medium) return []
    return [
      {
        area: integer(row['dis_id']),
        device: integer(row['deviceid']),
        medium,
        stations: integer(row['stations']) ?? 0,
        hours: readRecords(row['hours']).flatMap(hourOf),
      },
    ]
  })
}

function hourOf(row: Record<string, unknown>): PlaceHour[] {
  const at = readTime(row['at'])
  if (at === null) return []
  const list = (name: string): unknown[] => (Array.isArray(row[name]) ? (row[name] as unknown[]) : [])
  const parts = isRecord(row['parts']) ? Object.entries(row['parts']) : []
  return [
    {
      at,
      standard: readText(row['standard']),
      index: readNumber(row['index']),
      level: integer(row['level']),
      exceeded: readNumber(row['exceeded']),
      primary: list('primary').map(readText),
      ...(Array.isArray(row['deciding']) && { deciding: list('deciding').map(readText) }),
      missing: list('missing').map(readText),
      stations: integer(row['stations']) ?? 0,
      classes: list('classes').map((count) => integer(count) ?? 0),
      worst: integer(row['worst']),
      parts: Object.fromEntries(
        parts.flatMap(([key, part]) => {
          const value = Array.isArray(part) ? readNumber(part[0]) : null
          return Array.isArray(part) && value !== null
            ? [[key, { value, index: readNumber(part[1]), level: integer(part[2]) }]]
            : []
        }),
      ),
    },
  ]
}
