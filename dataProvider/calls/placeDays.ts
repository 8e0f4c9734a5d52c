import { call } from '../http.ts'
import { integer, readRecords, readText } from '../normalise.ts'
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

/** The days of a station, or of an area with all below it, by law; days that nobody told anything of are left out. */
export interface PlaceDays {
  /** Of the device or area; null of stations that stand in no known area. */
  id: number | null
  /** By which family of standards its air is judged: HJ, USAQI, EAQI. */
  scheme: string
  days: readonly StationDay[]
}

/** Days by station or by area, for rankings (docs/wire.md, `environment`, `environment-means`). Throws WireError. */
export async function placeDays(query: PlaceDaysQuery, signal?: AbortSignal): Promise<PlaceDays[]> {
  const rows = readRecords(await call('GET', 'environment/days', { query: { ...query }, signal, timeout: LONG }))
  return rows.flatMap((row) => {
    const id = integer(row[query.by === 'area' ? 'dis_id' : 'deviceid'])
    if (row['medium'] !== query.medium || (id === null && query.by === 'station')) return []
    return [{ id, scheme: readText(row['scheme']) || 'HJ', days: daysOf(row['days']) }]
  })
}
