import { call } from '../http.ts'
import { integer, readNumber, readRecords, readText } from '../normalise.ts'
import type { StationMedium } from './environment.ts'
import { daysOf, LONG, type StationDay } from './historyHours.ts'

export const GROUPINGS = ['area', 'station'] as const
export type Grouping = (typeof GROUPINGS)[number]

export interface PlaceDaysQuery {
  by: Grouping
  medium: StationMedium
  /** That area and all below it; all there is to see where nothing is said. */
  dis_id?: number | null | undefined
  /** Epoch ms; 367 days at most. */
  from: number
  to: number
}

interface Place {
  /** Of the device or area; null of stations that stand in no known area. */
  id: number | null
  /** By which family of standards its air is judged: HJ, USAQI, EAQI. */
  scheme: string
}

/** The days of a station, or of an area with all below it, by law; days that nobody told anything of are left out. */
export interface PlaceDays extends Place {
  days: readonly StationDay[]
}

/** On how many days something was. */
interface KeyDays {
  key: string
  days: number
}

/** What the days of a place come to. */
export interface PlaceSums extends Place {
  /** Days that could be judged, and how many a rank takes. */
  judged: number
  needed: number
  /** Mean of the days' indices, one decimal; null of sound and water, which have none, and without a day. */
  index: number | null
  /** Share of the judged days that are as they should be, in percent with one decimal; null without a day. */
  wanted: number | null
  /** Days of each level, the best first. */
  classes: readonly number[]
  /** What decided on how many days, the most frequent first. */
  primary: readonly KeyDays[]
  /** What air was judged without on how many days, as far as the platform knows. */
  missing: readonly KeyDays[]
  /** Mean of the days' shares (hours of a station, stations of an area) over all days of the period, 0 to 1: a day that nobody told of counts 0. */
  coverage: number
}

/** Days by station or by area, for rankings (docs/wire.md, `environment`, `environment-means`). Throws WireError. */
export const placeDays = (query: PlaceDaysQuery, signal?: AbortSignal): Promise<PlaceDays[]> =>
  placesOf(query, {}, (row, place) => ({ ...place, days: daysOf(row['days']) }), signal)

/** The same summed up by the platform, one row a place (`environment-sums`). One without how many days could be judged is left out. Throws WireError. */
export const placeSums = (query: PlaceDaysQuery, signal?: AbortSignal): Promise<PlaceSums[]> =>
  placesOf(query, { sum: 1 }, sumsOf, signal)

async function placesOf<T>(
  query: PlaceDaysQuery,
  more: { sum?: 1 },
  read: (row: Record<string, unknown>, place: Place) => T | null,
  signal?: AbortSignal,
): Promise<T[]> {
  const answer = await call('GET', 'environment/days', { query: { ...query, ...more }, signal, timeout: LONG })
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
