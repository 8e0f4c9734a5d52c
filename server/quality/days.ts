import { sql, type RawBuilder } from 'kysely'
import { DAY } from '../../resources/kit/zone.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import { hourWanted, rolledWanted, type Wanted } from '../storage/homes/types.ts'
import type { Storage } from '../storage/types.ts'
import { integerRows } from './integerRows.ts'
import { isTrusted } from './samples.ts'

/**
 * Returns the statement that counts again the days that contain some hours of devices, given as rows of (device, hour).
 * It runs after the hours' rollups. Days are UTC days, regardless of the platform's zone.
 */
export const countDays = (hours: RawBuilder<unknown>): RawBuilder<unknown> => {
  const own = (
    table: string,
    time: string,
  ) => sql`from ${sql.table(table)} where ${sql.ref(`${table}.device_id`)} = touched.device_id
    and ${sql.ref(`${table}.nodemap_id`)} = lastvalue.nodemap_id and ${sql.ref(`${table}.${time}`)} >= touched.day and ${sql.ref(`${table}.${time}`)} < touched.day + ${sql.lit(DAY)}`
  return sql`
    insert into qualityday (device_id, day, nodemap_id, valid, doubted, late)
    with marked (device_id, hour) as (values ${hours}), touched as (select distinct device_id, hour - hour % ${sql.lit(DAY)} as day from marked), counted as (
      select touched.device_id, touched.day, lastvalue.nodemap_id, coalesce((select sum(count) ${own('rollup', 'hour')}), 0) as valid,
        (select count(*) ${own('historyflag', 'ts')} and historyflag.flag > 2) as doubted, coalesce((select sum(count) ${own('qualitylate', 'hour')}), 0) as late
      from touched join lastvalue on lastvalue.device_id = touched.device_id)
    select device_id, day, nodemap_id, valid, doubted, late from counted where valid + doubted > 0
    on conflict (device_id, day, nodemap_id) do update set valid = excluded.valid, doubted = excluded.doubted, late = excluded.late`
}

/** Returns the rollups that counting these days reads. */
export const daysWanted = (hours: readonly { device_id: number; hour: number }[]): Wanted[] =>
  hours.map(({ device_id, hour }) => {
    const day = Number(hour) - (Number(hour) % DAY)
    return rolledWanted(device_id, day, day + DAY)
  })

/** Numbers of values of a node in a span. */
export interface Counted {
  valid: number
  doubted: number
  late: number
}

interface Part {
  device_id: number
  nodemap_id: number
  /** Sums over no rows are null. */
  valid?: number | null
  doubted?: number | null
  late?: number | null
}

/**
 * Counts the values of some devices' nodes from `start` to before `until`. Whole days come from the stored counts. The
 * hours at both ends, and days with a dirty hour, are counted hour by hour; dirty hours from the history itself.
 */
export async function countValues(
  { engine, read, readHistory }: Pick<Storage, 'engine' | 'read' | 'readHistory'>,
  devices: readonly number[],
  { start, until }: { start: number; until: number },
): Promise<(device: number, node: number) => Counted> {
  const [first, last] = [Math.ceil(start / DAY) * DAY, Math.floor(until / DAY) * DAY]
  const list = integerRows(
    engine,
    ['id'],
    devices.map((id) => [id]),
  )
  const { rows: behind } = await sql<{ device_id: number; hour: number }>`
    select device_id, hour from dirtyhour where device_id in ${list} and hour >= ${start} and hour < ${until}`.execute(
    read,
  )
  const spans = spansOf(devices, behind, { start, until, first, last })
  const hours = integerRows(
    engine,
    ['device_id', 'hour'],
    behind.map(({ device_id, hour }) => [Number(device_id), Number(hour)]),
  )
  const ranges = integerRows(engine, ['device_id', 'since', 'until'], spans.ranges)
  const days = integerRows(engine, ['device_id', 'day'], spans.days)
  const wanted = [
    ...spans.ranges.map(([device, since, past]) => rolledWanted(device, since, past)),
    ...behind.map(({ device_id, hour }) => hourWanted({ device_id: Number(device_id), hour: Number(hour) })),
  ]
  const parts = await readHistory(wanted, ({ read: view }) => {
    // Reads along each table's key, span by span and node by node, regardless of the query planner
    // (history/aggregate.ts says why).
    const each = (what: string, as: string, table: string, time: string, more = sql``) => {
      const own = (column: string) => sql.ref(`${table}.${column}`)
      return sql<Part>`select span.device_id, lastvalue.nodemap_id, sum((select ${sql.raw(what)} from ${sql.table(table)} where ${own('device_id')} = span.device_id
        and ${own('nodemap_id')} = lastvalue.nodemap_id and ${own(time)} >= span.since and ${own(time)} < span.until ${more})) as ${sql.ref(as)}
        from ${ranges} as span join lastvalue on lastvalue.device_id = span.device_id group by span.device_id, lastvalue.nodemap_id`.execute(
        view,
      )
    }
    const isBehind = sql`exists (select 1 from dirtyhour where dirtyhour.device_id = rollup.device_id and dirtyhour.hour = rollup.hour)`
    return Promise.all([
      first < last
        ? sql<Part>`select qualityday.device_id, qualityday.nodemap_id, sum(valid) as valid, sum(doubted) as doubted, sum(late) as late
            from ${list} as asked cross join qualityday where qualityday.device_id = asked.id and day >= ${first} and day < ${last}
              ${spans.days.length > 0 ? sql`and (qualityday.device_id, day) not in ${days}` : sql``} group by qualityday.device_id, qualityday.nodemap_id`.execute(
            view,
          )
        : null,
      each('sum(count)', 'valid', 'rollup', 'hour', sql`and not ${isBehind}`),
      each('count(*)', 'doubted', 'historyflag', 'ts', sql`and historyflag.flag > 2`),
      each('sum(count)', 'late', 'qualitylate', 'hour'),
      behind.length === 0
        ? null
        : sql<Part>`select behind.device_id, lastvalue.nodemap_id, sum((select count(*) from history where history.device_id = behind.device_id
            and history.nodemap_id = lastvalue.nodemap_id and history.ts >= behind.hour and history.ts < behind.hour + ${sql.lit(HOUR)} and ${isTrusted()})) as valid
            from ${hours} as behind join lastvalue on lastvalue.device_id = behind.device_id group by behind.device_id, lastvalue.nodemap_id`.execute(
            view,
          ),
    ])
  })
  const found = new Map<string, Counted>()
  for (const part of parts)
    for (const { device_id, nodemap_id, valid, doubted, late } of part?.rows ?? []) {
      const known = found.get(`${device_id} ${nodemap_id}`) ?? NOTHING
      found.set(`${device_id} ${nodemap_id}`, {
        valid: known.valid + Number(valid ?? 0),
        doubted: known.doubted + Number(doubted ?? 0),
        late: known.late + Number(late ?? 0),
      })
    }
  return (device, node) => found.get(`${device} ${node}`) ?? NOTHING
}

const NOTHING: Counted = { valid: 0, doubted: 0, late: 0 }

/** Returns what is counted hour by hour: the ends of a span that are not whole days, and the days with dirty hours. */
function spansOf(
  devices: readonly number[],
  behind: readonly { device_id: number; hour: number }[],
  { start, until, first, last }: { start: number; until: number; first: number; last: number },
): { days: [device: number, day: number][]; ranges: [device: number, since: number, until: number][] } {
  if (first >= last) return { days: [], ranges: devices.map((id) => [id, start, until]) }
  const days = new Map<string, [number, number]>()
  for (const { device_id, hour } of behind) {
    const day = Number(hour) - (Number(hour) % DAY)
    if (day >= first && day < last) days.set(`${device_id} ${day}`, [Number(device_id), day])
  }
  const ranges: [number, number, number][] = [...days.values()].map(([id, day]) => [id, day, day + DAY])
  for (const id of devices) {
    if (start < first) ranges.push([id, start, first])
    if (last < until) ranges.push([id, last, until])
  }
  return { days: [...days.values()], ranges }
}
