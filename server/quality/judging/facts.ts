import { sql, type Transaction } from 'kysely'
import type { EngineName } from '../../storage/columns.ts'
import { HOUR } from '../../storage/dirtyHours.ts'
import type { FlagRow, Tables } from '../../storage/types.ts'
import { TEST } from '../checks.ts'
import type { DeviceHour } from './judge.ts'
import { joinInOrder, integerRows } from '../integerRows.ts'
import { FLAG } from '../qartod.ts'
import { GOOD, OVER } from '../stationMarks.ts'

/**
 * A fact about a value, beside the value itself: its current `flag` (with the tests' bits as `amount`), the `mark` of
 * its station, the `skew` of its timestamp against its arrival (`amount`, ms), or that its hour deviates from the
 * neighbours (`near`).
 */
export interface Fact {
  kind: 'flag' | 'mark' | 'skew' | 'near'
  nodemap_id: number
  ts: number
  flag: number
  amount: number
}

interface Round {
  trx: Transaction<Tables>
  engine: EngineName
}
/** By device and hour. */
type ByHour<T> = Map<string, T[]>

/** Returns the facts about the values of some hours. Of deleted values only the flags are returned. */
export async function factsOf({ trx, engine }: Round, hours: readonly DeviceHour[]): Promise<ByHour<Fact>> {
  const of = (
    table: 'historyflag' | 'hj212mark' | 'qualityskew',
  ) => sql`asked ${joinInOrder(engine, 'lastvalue', 'node', sql`node.device_id = asked.device_id`)}
    ${joinInOrder(engine, table, 'kept', sql`kept.device_id = node.device_id and kept.nodemap_id = node.nodemap_id and kept.ts >= asked.hour and kept.ts < asked.hour + ${sql.lit(HOUR)}`)}`
  const stands = sql`exists (select 1 from history where history.device_id = kept.device_id and history.nodemap_id = kept.nodemap_id and history.ts = kept.ts)`
  const { rows } = await sql<Fact & DeviceHour>`
    with asked as materialized ${listOf(engine, hours)}
    select 'flag' as kind, asked.device_id, asked.hour, kept.nodemap_id, kept.ts, kept.flag, kept.tests as amount from ${of('historyflag')}
    union all select 'mark', asked.device_id, asked.hour, kept.nodemap_id, kept.ts, case when kept.mark = ${sql.lit(OVER)} then ${sql.lit(FLAG.suspect)} else ${sql.lit(FLAG.fail)} end, 0
      from ${of('hj212mark')} where kept.mark <> ${sql.lit(GOOD)} and ${stands}
    union all select 'skew', asked.device_id, asked.hour, kept.nodemap_id, kept.ts, 0, kept.skew from ${of('qualityskew')} where ${stands}
    union all select 'near', asked.device_id, asked.hour, kept.nodemap_id, history.ts, 0, 0
      from asked ${joinInOrder(engine, 'qualitynear', 'kept', sql`kept.device_id = asked.device_id and kept.hour = asked.hour`)}
      ${joinInOrder(engine, 'history', 'history', sql`history.device_id = kept.device_id and history.nodemap_id = kept.nodemap_id and history.ts >= kept.hour and history.ts < kept.hour + ${sql.lit(HOUR)}`)}`.execute(
    trx,
  )
  return byHour(rows)
}

/**
 * Returns the flags that users gave to values of some hours. Where reviews overlap, the highest step counts, and of one
 * step the last review.
 */
export async function reviewedIn({ trx, engine }: Round, hours: readonly DeviceHour[]): Promise<ByHour<FlagRow>> {
  const found: ByHour<FlagRow> = new Map()
  const { rows: reviews } = await sql<DeviceHour & { nodemap_id: number; since: number; until: number; flag: number }>`
    with asked as materialized ${listOf(engine, hours)}
    select asked.device_id, asked.hour, kept.nodemap_id, kept.since, kept.until, kept.flag from asked
    ${joinInOrder(engine, 'qualityreview', 'kept', sql`kept.device_id = asked.device_id and kept.since < asked.hour + ${sql.lit(HOUR)} and kept.until >= asked.hour`)}
    where kept.revoked_at is null order by kept.step desc, kept.id desc`.execute(trx)
  for (const [key, own] of byHour(reviews)) {
    const [{ device_id, hour } = { device_id: 0, hour: 0 }] = own
    const samples = await trx
      .selectFrom('history')
      .select(['nodemap_id', 'ts'])
      .where('device_id', '=', device_id)
      .where('nodemap_id', 'in', [...new Set(own.map(({ nodemap_id }) => nodemap_id))])
      .where('ts', '>=', hour)
      .where('ts', '<', hour + HOUR)
      .execute()
    found.set(
      key,
      samples.flatMap(({ nodemap_id, ts }) => {
        const review = own.find((one) => one.nodemap_id === nodemap_id && one.since <= ts && one.until >= ts)
        return review ? [{ device_id, nodemap_id, ts, flag: review.flag, tests: TEST.manual }] : []
      }),
    )
  }
  return found
}

const listOf = (engine: EngineName, hours: readonly DeviceHour[]) =>
  integerRows(
    engine,
    ['device_id', 'hour'],
    hours.map(({ device_id, hour }) => [device_id, hour]),
  )

function byHour<T extends DeviceHour>(rows: readonly T[]): ByHour<T> {
  const found: ByHour<T> = new Map()
  for (const row of rows) {
    const key = `${row.device_id} ${row.hour}`
    const own = found.get(key)
    if (own) own.push(row)
    else found.set(key, [row])
  }
  return found
}
