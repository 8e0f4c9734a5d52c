import { sql } from 'kysely'
import type { Medium } from '../../standards/types.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import type { Storage } from '../storage/types.ts'
import { LOOKS_BACK } from './verdicts.ts'

/** The means of a station in one hour, JSON as it is stored. */
export interface StoredMeans {
  text: string
}

/** The means of a station in each of the hours that were read, the last one first; undefined where it has none. */
export type PastOf = (medium: Medium, device: number) => readonly (StoredMeans | undefined)[]

/** By device. */
type Stations = ReadonlyMap<number, StoredMeans>

interface StoredHour {
  hour: number
  /** As the database gave it. */
  text: string
  stations: Stations
}

interface HoursAsked {
  /** The last hour, its start in epoch ms. */
  ended: number
  /** How many hours from there back, it included. */
  all: number
  /** The same of water, where that is more. */
  ofWater: number
}

/** Hours further back than the newest of them are not kept, ms: nothing that tells of now looks back on them. */
const KEPT_MS = LOOKS_BACK * HOUR

const NONE: readonly (Stations | undefined)[] = []

/**
 * Answers the function that reads the means of all stations hour by hour. The newest hours are kept, and divided into stations anew only where the database
 * answers another text, whichever process wrote it.
 */
export function createHourReader(storage: Storage): (asked: HoursAsked) => Promise<PastOf> {
  const kept = new Map<string, StoredHour>()
  let newest = 0
  return async (asked) => {
    const { ended, all, ofWater } = asked
    const count = Math.max(all, ofWater)
    const rows = await readTexts(storage, asked)
    newest = Math.max(newest, ended)
    const found = new Map<string, (Stations | undefined)[]>()
    for (const { hour, medium, text } of rows) {
      const key = `${hour} ${medium}`
      const known = kept.get(key)
      const stations = known?.text === text ? known.stations : divided(text, known?.stations)
      if (hour > newest - KEPT_MS) kept.set(key, { hour, text, stations })
      const past = found.get(medium) ?? Array.from({ length: count }, (): Stations | undefined => undefined)
      found.set(medium, past)
      past[(ended - hour) / HOUR] = stations
    }
    for (const [key, { hour }] of kept) if (hour <= newest - KEPT_MS) kept.delete(key)
    return (medium, device) => {
      const past: readonly (Stations | undefined)[] = found.get(medium) ?? NONE
      return past.map((stations) => stations?.get(device))
    }
  }
}

/** One text an hour and medium: ten thousand rows cost five times as much on their way out of the database. */
async function readTexts(
  { engine, read }: Storage,
  { ended, all, ofWater }: HoursAsked,
): Promise<{ hour: number; medium: string; text: string }[]> {
  const hours = Array.from({ length: Math.max(all, ofWater) }, (_, back) => ended - back * HOUR)
  const line = sql`device_id || ' ' || means`
  const lines = engine === 'sqlite' ? sql`group_concat(${line}, char(10))` : sql`string_agg(${line}, chr(10))`
  const of = (wanted: readonly number[], more = sql``) =>
    sql`select hour, medium, ${lines} as text from environmenthour where hour in (${sql.join(wanted)}) ${more} group by hour, medium`
  const older = hours.slice(all)
  const water = older.length === 0 ? sql`` : sql`union all ${of(older, sql`and medium = 'water'`)}`
  const { rows } = await sql<{
    hour: number
    medium: string
    text: string
  }>`${of(hours.slice(0, all))} ${water}`.execute(read)
  return rows
}

/**
 * The lines of an hour by device. A station that had the same means `before` keeps their object, with the new text in it: a part of a text holds the whole of
 * it in memory, and the old one is to go.
 */
function divided(text: string, before: Stations | undefined): Stations {
  const stations = new Map<number, StoredMeans>()
  for (const line of text.split('\n')) {
    const end = line.indexOf(' ')
    const device = Number(line.slice(0, end))
    const means = line.slice(end + 1)
    const known = before?.get(device)
    if (known?.text === means) {
      known.text = means
      stations.set(device, known)
    } else stations.set(device, { text: means })
  }
  return stations
}
