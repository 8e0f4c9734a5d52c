import { sql } from 'kysely'
import type { Medium } from '../../standards/types.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import type { Storage } from '../storage/types.ts'
import { LOOKS_BACK } from './verdicts.ts'

/** The means of a station in one hour, as stored JSON. */
export interface StoredMeans {
  text: string
}

/**
 * Returns the means of a station for each of the hours that were read, the last hour first; undefined where it has
 * none.
 */
export type PastOf = (medium: Medium, device: number) => readonly (StoredMeans | undefined)[]

/** By device. */
type Stations = ReadonlyMap<number, StoredMeans>

interface StoredHour {
  hour: number
  /** As returned by the database. */
  text: string
  stations: Stations
}

interface HoursAsked {
  /** Start of the last hour, epoch ms. */
  ended: number
  /** Number of hours to read, from that one back. */
  all: number
  /** The same for water, where that is more. */
  ofWater: number
}

/**
 * Age from which hours are not cached, ms, counted from the newest one: judging the present does not look back further.
 */
const KEPT_MS = LOOKS_BACK * HOUR

const NONE: readonly (Stations | undefined)[] = []

/**
 * Returns a function that reads the means of all stations hour by hour. The newest hours are cached, and split into
 * stations again only where the database returns a different text, whichever process wrote it.
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

/** Reads one text per hour and medium: ten thousand rows would take five times as long to leave the database. */
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
 * Splits the text of an hour into lines by device. A station with the same means as `before` keeps its object, with the
 * new text in it: a part of a string keeps the whole string in memory, and the old one should be freed.
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
