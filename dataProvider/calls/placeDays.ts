import { call } from '../http.ts'
import { integer, readNumber, readRecords, readText } from '../normalise.ts'
import type { StationMedium } from './environment.ts'
import { daysOf, HOURS_TIMEOUT_MS, type StationDay } from './historyHours.ts'

export const GROUPINGS = ['area', 'station'] as const
export type Grouping = (typeof GROUPINGS)[number]

export interface PlaceDaysQuery {
  by: Grouping
  medium: StationMedium
  /** This area and all areas below it; all the user may see if it is absent. */
  dis_id?: number | null | undefined
  /** Epoch ms; 367 days at most. */
  from: number
  to: number
}

interface Place {
  /** Id of the device or area; null for the stations that are in no known area. */
  id: number | null
  /** The family of standards that its air is judged by: HJ, USAQI, EAQI. */
  scheme: string
}

/**
 * The days of a station, or of an area with all areas below it, as judged by law; days without any data are left out.
 */
export interface PlaceDays extends Place {
  days: readonly StationDay[]
}

/** The number of days on which a pollutant was decisive, or missing. */
interface KeyDays {
  key: string
  days: number
}

/** Summary of the days of a place. */
export interface PlaceSums extends Place {
  /** Number of days that could be judged, and the number required for a rank. */
  judged: number
  needed: number
  /** Mean of the days' indices, one decimal; null for noise and water, which have no index, and without any day. */
  index: number | null
  /** Share of the judged days in the desired classes, in percent with one decimal; null without any day. */
  wanted: number | null
  /** Number of days in each level, the best first. */
  classes: readonly number[]
  /** Pollutants that decided, with their number of days, the most frequent first. */
  primary: readonly KeyDays[]
  /** Pollutants that were missing when air was judged, with their number of days, as far as the platform knows. */
  missing: readonly KeyDays[]
  /**
   * Mean of the days' shares (hours of a station, stations of an area) over all days of the period, 0 to 1: a day
   * without data counts 0.
   */
  coverage: number
}

/**
 * Returns the days by station or by area, for rankings (docs/wire.md, `environment`, `environment-means`).
 *
 * @throws WireError
 */
export const placeDays = (query: PlaceDaysQuery, signal?: AbortSignal): Promise<PlaceDays[]> =>
  placesOf(query, {}, (row, place) => ({ ...place, days: daysOf(row['days']) }), signal)

/**
 * Returns the same, summed up by the platform, one row per place (`environment-sums`). Rows that do not say how many
 * days could be judged are left out.
 *
 * @throws WireError
 */
export const placeSums = (query: PlaceDaysQuery, signal?: AbortSignal): Promise<PlaceSums[]> =>
  placesOf(query, { sum: 1 }, sumsOf, signal)

async function placesOf<T>(
  query: PlaceDaysQuery,
  more: { sum?: 1 },
  read: (row: Record<string, unknown>, place: Place) => T | null,
  signal?: AbortSignal,
): Promise<T[]> {
  const answer = await call('GET', 'environment/days', {
    query: { ...query, ...more },
    signal,
    timeout: HOURS_TIMEOUT_MS,
  })
  return readRecords(answer).flatMap((row) => {
    const id = integer(row[query.by === 'area' ? 'dis_id' : 'deviceid'])
    if (row['medium'] !== query.medium || (id === null && query.by === 'station')) return []
    const found = read(row, { id, scheme: readText(row['scheme']) || 'HJ' })
    return found === null ? [] : [found]
  })
}

function sumsOf(row: Record<string, unknown>, place: Place): PlaceSums | null {
  const [judged, needed] = [integer(row['judged']), integer(row['needed'])]
  if (judged === null || needed === null) return null
  const classes = Array.isArray(row['classes']) ? (row['classes'] as unknown[]) : []
  return {
    ...place,
    judged,
    needed,
    index: readNumber(row['index']),
    wanted: readNumber(row['wanted']),
    classes: classes.map((count) => integer(count) ?? 0),
    primary: keyDays(row['primary']),
    missing: keyDays(row['missing']),
    coverage: readNumber(row['coverage']) ?? 0,
  }
}

const keyDays = (list: unknown): KeyDays[] =>
  readRecords(list).map(({ key, days }) => ({ key: readText(key), days: integer(days) ?? 0 }))
