import { sql, type RawBuilder } from 'kysely'
import type { Medium } from '../../standards/types.ts'
import type { Storage } from '../storage/types.ts'
import { idList, CHUNK_STATIONS } from './dayMeans.ts'
import type { Station } from './stations.ts'

/** The requested days, both ends included; `changed` are those with more or fewer hours than 24. */
export interface Days {
  from: string
  to: string
  changed: readonly { day: string; hours: number }[]
}

/** Period of a day's verdict, by medium. */
export const DAY_PERIODS: Readonly<Record<Medium, string>> = { air: '24h', water: 'sample', noise: 'day' }

/** Returns the rows of single stations, as JSON. */
export async function stationDays(
  { engine, read }: Storage,
  stations: readonly Station[],
  days: Days,
): Promise<string[]> {
  const texts: string[] = []
  for (const { medium, ids } of idsTogether(stations)) {
    const { rows } = await daysOf(engine, medium, ids, days).execute(read)
    for (const { text } of rows) if (text !== null) texts.push(text)
  }
  return texts
}

/** Yields the ids of stations by medium, in portions that one query reads. */
export function* idsTogether(stations: readonly Station[]): Generator<{ medium: Medium; ids: number[] }> {
  const media = new Map<Medium, number[]>()
  for (const { device, medium } of stations) {
    const ids = media.get(medium)
    if (ids) ids.push(device.id)
    else media.set(medium, [device.id])
  }
  for (const [medium, ids] of media)
    for (let at = 0; at < ids.length; at += CHUNK_STATIONS) yield { medium, ids: ids.slice(at, at + CHUNK_STATIONS) }
}

/**
 * Selects the days of stations as the text of the answer's rows, one per station. Quoted strings contain only names
 * defined by the platform, so they need no escaping.
 */
function daysOf(
  engine: Storage['engine'],
  medium: Medium,
  ids: readonly number[],
  { from, to, changed }: Days,
): RawBuilder<{ text: string | null }> {
  const main = sql`case main when '' then '[]' else ${jsonNames('main')} end`
  // The most frequent numbers are written as literals: converting numbers to text takes most of the time for a year of
  // a thousand stations.
  const usual = sql.join(
    [1, 2, 3, 4, 5, 6].map((level) => sql.raw(`when ${level} then ',${level},'`)),
    sql` `,
  )
  const level = sql`case level ${usual} else ',' || coalesce(cast(level as text), 'null') || ',' end`
  const usualShare = sql`case hours when 24 then ',1' else ',' || round(hours / 24.0, 2) end`
  const cases = changed.map(
    ({ day: name, hours }) => sql`when ${name} then ',' || round(hours / ${sql.raw(hours.toFixed(1))}, 2)`,
  )
  const share = cases.length === 0 ? usualShare : sql`case day ${sql.join(cases, sql` `)} else ${usualShare} end`
  const [ld, ln] = ['ld_above', 'ln_above'].map((name) => sql`coalesce(cast(${sql.ref(name)} as text), 'null')`)
  // A station has null where an area has its worst station, and air exceeds no limit. Most days miss nothing.
  const end = {
    air: sql`case missing when '' then ']' else ',null,null,' || coalesce(${jsonNames('missing')}, 'null') || ']' end`,
    noise: sql`',null,[' || ${ld} || ',' || ${ln} || ']]'`,
    water: sql`']'`,
  }[medium]
  const day = sql`'["' || day || '",' || coalesce(cast(idx as text), 'null') || ${level} || ${main} || ${share} || ${end}`
  const found = sql`select device_id, day, scheme, ${day} as one from environmentday where device_id in (${idList(ids)}) and medium = ${medium}
    and day between ${from} and ${to} order by device_id, day`
  const days = engine === 'sqlite' ? sql`group_concat(one)` : sql`string_agg(one, ',' order by day)`
  const row = sql`'{"deviceid":' || device_id || ',"medium":"' || ${medium} || '","period":"' || ${DAY_PERIODS[medium]} || '","scheme":"' || max(scheme) || '","days":[' || ${days} || ']}'`
  return sql`select ${row} as text from (${found}) as found group by device_id order by device_id`
}

/** Returns comma-joined names as a JSON array. */
const jsonNames = (column: 'main' | 'missing') => sql`'["' || replace(${sql.ref(column)}, ',', '","') || '"]'`
