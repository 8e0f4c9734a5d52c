import { sql, type RawBuilder, type Transaction } from 'kysely'
import { keepMeasures } from '../../live/measures.ts'
import type { Platform } from '../../platform.ts'
import type { Job } from '../../platform/processes.ts'
import { HOUR } from '../../storage/dirtyHours.ts'
import type { Storage, Tables } from '../../storage/types.ts'
import { TEST } from '../checks.ts'
import { keepNeighbours, type Neighbours, type Station } from './neighbours.ts'
import { isAdjusted, readValue } from '../samples.ts'

type Services = Pick<Platform, 'storage' | 'registry'>

/** Marked hours per step, and series whose means one query reads. */
const ROWS_PER_STEP = 2000
const SERIES = 500
/** Minimum number of other stations for a meaningful median. */
const MIN_OTHERS = 3

/**
 * Returns the statement that marks hours of devices, given as rows of (device, hour), for another comparison with their
 * neighbours, where any node asks for that test.
 */
export const markNear = (hours: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into neardirty (hour, device_id, stamp)
  with marked (device_id, hour) as (values ${hours}) select hour, device_id, 0 from marked where exists (select 1 from node where qc_near_km is not null)
  on conflict (hour, device_id) do update set stamp = neardirty.stamp + 1`

/**
 * Creates the job that compares hours of stations with those of their neighbours, once no device's rollup of the hour
 * is dirty.
 */
export function nearJob(services: Services): Job {
  const neighbours = neighboursOf(services)
  return {
    name: 'neighbours',
    everyMs: 2000,
    async run(signal, lead = services.storage) {
      while (!signal.aborted) if ((await compareSome(lead, neighbours)) === 0) return
    },
  }
}

/** Compares all marked hours. */
export async function compareAll(services: Services): Promise<void> {
  const neighbours = neighboursOf(services)
  while ((await compareSome(services.storage, neighbours)) > 0);
}

const neighboursOf = ({ storage, registry }: Services): (() => Promise<Neighbours>) =>
  keepNeighbours(storage, registry, keepMeasures(storage, registry))

interface Marked {
  hour: number
  device_id: number
  stamp: number
}

/**
 * Makes one step, for one hour. Returns the number of marks it handled. It compares means that leave out values doubted
 * by other tests or by users, but not those doubted by this test alone: its own results change none of the means, so
 * stations may be compared in any order.
 */
async function compareSome(storage: Storage, neighboursNow: () => Promise<Neighbours>): Promise<number> {
  const { rows: marks } = await sql<Marked>`
    select hour, device_id, stamp from neardirty where hour = (
      select min(hour) from neardirty where not exists (select 1 from dirtyhour where dirtyhour.hour = neardirty.hour)) limit ${ROWS_PER_STEP}`.execute(
    storage.read,
  )
  const [{ hour } = { hour: 0 }] = marks
  if (marks.length === 0) return 0
  const changed = new Set(marks.map(({ device_id }) => device_id))
  const neighbours = await neighboursNow()
  const targets = neighbours.watched.filter(
    (station) => changed.has(station.device) || neighbours.of(station).some(({ device }) => changed.has(device)),
  )
  const wanted = new Map(
    targets.flatMap((station) => [station, ...neighbours.of(station)]).map((station) => [station.key, station]),
  )
  const means = await meansOf(storage, [...wanted.values()], hour)
  const apart = targets.filter((station) => isApart(station, neighbours.of(station), means))
  await storage.write(async (trx) => {
    await storage.lockHours(trx, 'marking')
    await keepApart(trx, { hour, targets, apart })
    for (let at = 0; at < marks.length; at += SERIES) {
      const list = sql.join(
        marks.slice(at, at + SERIES).map((mark) => sql`(${mark.hour}, ${mark.device_id}, ${mark.stamp})`),
      )
      await sql`delete from neardirty where (hour, device_id, stamp) in (${storage.engine === 'sqlite' ? sql`values ${list}` : list})`.execute(
        trx,
      )
    }
  })
  return marks.length
}

/** Returns whether the mean of an hour deviates from the median of the others by more than its node allows. */
function isApart(
  { key, limits }: Pick<Station, 'key' | 'limits'>,
  others: readonly Pick<Station, 'key'>[],
  means: ReadonlyMap<string, number>,
): boolean {
  const own = means.get(key)
  const theirs = others.flatMap((station) => means.get(station.key) ?? []).toSorted((a, b) => a - b)
  if (!limits || own === undefined || theirs.length < MIN_OTHERS) return false
  const middle = Math.floor(theirs.length / 2)
  const median =
    theirs.length % 2 === 1 ? (theirs[middle] ?? 0) : ((theirs[middle - 1] ?? 0) + (theirs[middle] ?? 0)) / 2
  // With a median of 0 or less there is no factor.
  if (median <= 0 || Math.abs(own - median) <= (limits.apart ?? 0)) return false
  return own <= 0 || Math.max(own / median, median / own) > limits.factor
}

/**
 * Returns the means of an hour by station, in the unit of the standard. They are arithmetic means, also of sound
 * levels.
 */
async function meansOf(storage: Storage, stations: readonly Station[], hour: number): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (let at = 0; at < stations.length; at += SERIES) {
    const some = stations.slice(at, at + SERIES)
    const adjusted = await isAdjusted(storage.read, [...new Set(some.map(({ device }) => device))])
    const list = sql.join(
      some.map(
        ({ device, nodemap }, n) => sql`(cast(${n} as bigint), cast(${device} as bigint), cast(${nodemap} as bigint))`,
      ),
    )
    // Reads along the history's key, regardless of the query planner (history/aggregate.ts says why).
    const query = sql<{ n: number; mean: number | null }>`
      with asked (n, device_id, nodemap_id) as (values ${list})
      select n, (select avg(${adjusted ? readValue() : sql.ref('value')}) from history where history.device_id = asked.device_id and history.nodemap_id = asked.nodemap_id
        and history.ts >= ${hour} and history.ts < ${hour + HOUR} and not exists (select 1 from historyflag where historyflag.device_id = history.device_id
        and historyflag.nodemap_id = history.nodemap_id and historyflag.ts = history.ts and historyflag.flag > 2 and historyflag.tests <> ${sql.lit(TEST.neighbour)})) as mean
      from asked`
    const { rows } = await storage.readHistory(
      some.map(({ device, nodemap }) => ({ device, nodemaps: [nodemap], start: hour, end: hour + HOUR - 1 })),
      ({ read }) => query.execute(read),
    )
    for (const { n, mean } of rows) {
      const station = some[n]
      const value = mean === null ? null : (station?.convert(mean) ?? null)
      if (station && value !== null) found.set(station.key, value)
    }
  }
  return found
}

/** Stores which stations deviate in an hour. Where that changed, the hour is marked to be judged again. */
async function keepApart(
  trx: Transaction<Tables>,
  { hour, targets, apart }: { hour: number; targets: readonly Station[]; apart: readonly Station[] },
): Promise<void> {
  if (targets.length === 0) return
  const { rows } = await sql<{ device_id: number; nodemap_id: number }>`
    select device_id, nodemap_id from qualitynear where hour = ${hour}
      and device_id in (${sql.join([...new Set(targets.map(({ device }) => device))].map((id) => sql`cast(${id} as bigint)`))})`.execute(
    trx,
  )
  const now = new Set(apart.map(({ key }) => key))
  const before = new Set(rows.map(({ device_id, nodemap_id }) => `${device_id} ${nodemap_id}`))
  for (const { key, device, nodemap } of targets) {
    if (now.has(key) === before.has(key)) continue
    const row = { device_id: device, nodemap_id: nodemap, hour }
    if (now.has(key))
      await trx
        .insertInto('qualitynear')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else
      await sql`delete from qualitynear where device_id = ${device} and hour = ${hour} and nodemap_id = ${nodemap}`.execute(
        trx,
      )
    await trx
      .insertInto('dirtyhour')
      .values({ device_id: device, hour })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
