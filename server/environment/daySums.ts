import { sql } from 'kysely'
import { sumDays, type AlikeDays, type DaySums } from '../../standards/daySums.ts'
import { FAR_ABOVE, noiseLevel } from '../../standards/levels.ts'
import type { Medium } from '../../standards/types.ts'
import type { Storage } from '../storage/types.ts'
import { mostAbove, type AreaDay } from './areaDays.ts'
import { idList } from './dayMeans.ts'
import { DAY_PERIODS, idsTogether, type Days } from './stationDays.ts'
import type { Station } from './stations.ts'

interface StationSums extends DaySums {
  deviceid: number
  medium: Medium
  scheme: string
  stations: 1
  period: string
}

interface AlikeRow {
  device_id: number
  scheme: string
  level: number | null
  main: string
  missing: string | null
  far: number
  days: number
  idx: number | null
  indexed: number
  coverage: number
}

/**
 * Sums the days of stations, one row per station and medium with any days. The database groups and counts equal days,
 * which leaves some ten rows of a year.
 */
export async function sumsOfStations(
  { read }: Storage,
  stations: readonly Station[],
  { from, to, changed }: Days,
): Promise<StationSums[]> {
  const cases = changed.map(({ day, hours }) => sql`when ${day} then hours / ${sql.raw(hours.toFixed(1))}`)
  const usual = sql`hours / 24.0`
  const share = cases.length === 0 ? usual : sql`case day ${sql.join(cases, sql` `)} else ${usual} end`
  const isFar = sql`case when ld_above > ${sql.lit(FAR_ABOVE)} or ln_above > ${sql.lit(FAR_ABOVE)} then 1 else 0 end`
  const sums: StationSums[] = []
  for (const { medium, ids } of idsTogether(stations)) {
    const { rows } = await sql<AlikeRow>`
      select device_id, max(scheme) as scheme, level, main, missing, far, count(*) as days, sum(idx) as idx, count(idx) as indexed, sum(share) as coverage
      from (select device_id, scheme, level, main, missing, idx, ${isFar} as far, ${share} as share from environmentday
        where device_id in (${idList(ids)}) and medium = ${medium} and day between ${from} and ${to}) as found
      group by device_id, level, main, missing, far order by device_id`.execute(read)
    const found = new Map<number, AlikeRow[]>()
    for (const row of rows) {
      const own = found.get(row.device_id)
      if (own) own.push(row)
      else found.set(row.device_id, [row])
    }
    for (const [deviceid, own] of found)
      sums.push({
        deviceid,
        medium,
        scheme: own.reduce((last, { scheme }) => (scheme > last ? scheme : last), ''),
        stations: 1,
        period: DAY_PERIODS[medium],
        ...sumDays(own.map(alike), medium, { first: from, last: to }),
      })
  }
  return sums
}

const alike = ({ level, main, missing, far, days, idx, indexed, coverage }: AlikeRow): AlikeDays => ({
  days,
  level: noiseLevel(level, far === 1 ? Infinity : null),
  index: idx ?? 0,
  indexed,
  primary: namesIn(main),
  missing: namesIn(missing ?? ''),
  coverage,
})

/** Splits a stored list of comma-joined names. */
const namesIn = (joined: string): string[] => (joined === '' ? [] : joined.split(','))

/** Sums the days of an area. */
export const sumsOfArea = (
  days: readonly AreaDay[],
  medium: Medium,
  { from, to }: Pick<Days, 'from' | 'to'>,
): DaySums =>
  sumDays(
    days.map(([, index, level, primary, share, , above, missing = []]) => ({
      days: 1,
      level: noiseLevel(level, mostAbove(above)),
      index: index ?? 0,
      indexed: index === null ? 0 : 1,
      primary,
      missing,
      coverage: share,
    })),
    medium,
    { first: from, last: to },
  )
