import { sql, type RawBuilder } from 'kysely'
import type { Job } from '../platform/processes.ts'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import { markHours } from '../storage/dirtyMeans.ts'
import { hourWanted } from '../storage/homes/types.ts'
import type { Storage } from '../storage/types.ts'
import { countDays, daysWanted } from '../quality/days.ts'
import { judgeHours, type DeviceHour } from '../quality/judging/judge.ts'
import { markNear } from '../quality/judging/near.ts'
import { mayDoubt } from '../quality/judging/tested.ts'
import { historyFor, isAdjusted, type Reading } from '../quality/samples.ts'
import { aggregateHistory } from './aggregate.ts'
import { nextHours } from './nextHours.ts'
import { loadOwnMeans, noOwnSums, rollOwnMeans } from './ownMeans.ts'
import { asInteger } from './asInteger.ts'

/**
 * How long after its end an hour is rolled up at the earliest, ms: before that it would be rolled up again and again,
 * and the clocks of processes differ.
 */
const GRACE_MS = 30_000
/** Target length of one transaction, ms; the number of device hours in it is adjusted to keep it near this. */
const TARGET_MS = 40
const SLICE_HOURS = { first: 16, least: 4, most: 512 }

/** Keeps the hourly rollups up to date with the history: a few hours at a time, so that samples never wait long. */
export const rollupJob = (storage: Storage, now: () => number = Date.now): Job => ({
  name: 'rollup',
  everyMs: 2000,
  run: (signal, lead = storage) => rollUp(lead, { signal, before: hourStart(now() - GRACE_MS) }),
})

/** Rolls up every dirty hour that starts before a time (epoch ms). */
export async function rollUp(
  storage: Storage,
  { signal, before }: { signal?: AbortSignal; before: number },
): Promise<void> {
  let size = SLICE_HOURS.first
  while (!signal?.aborted) {
    const started = performance.now()
    if (!(await rollUpSome(storage, before, size))) return
    const took = performance.now() - started
    size = Math.min(
      SLICE_HOURS.most,
      Math.max(SLICE_HOURS.least, Math.round((size * TARGET_MS) / Math.max(took, TARGET_MS / 2))),
    )
  }
}

/** Rolls up at most `limit` hours; returns whether there may be more. */
async function rollUpSome(storage: Storage, before: number, limit: number): Promise<boolean> {
  return storage.write(async (trx) => {
    // Samples that are being stored mark their hours. Without the lock, a mark could fall between reading the history
    // and removing the marks.
    await storage.lockHours(trx, 'unmarking')
    const { hours, more } = await nextHours(trx, { before, limit })
    if (hours.length === 0) return false
    const list = listOf(hours)
    await storage.holdHistory(trx, [...hours.map(hourWanted), ...daysWanted(hours)])
    const { moved, doubted } = (await mayDoubt(trx)) ? await judgeHours(trx, storage, hours, before) : UNDOUBTED
    const adjusted = await isAdjusted(trx, [...new Set(hours.map(({ device_id }) => device_id))])
    const own = await loadOwnMeans(trx)
    // Doubted values are looked up value by value, so this is done only for hours that have some.
    for (const doubts of [false, true]) {
      const some = hours.filter((one) => doubted.has(one) === doubts)
      if (some.length === 0) continue
      const read = { engine: storage.engine, reading: { doubts, adjusted } }
      await summarise(read.engine, listOf(some), read.reading).execute(trx)
      await rollOwnMeans(trx, own, listOf(some), read)
      if (doubts) await empty(listOf(some)).execute(trx)
    }
    if (moved.length > 0)
      await trx
        .insertInto('dirtyhour')
        .values(moved)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await countDays(list).execute(trx)
    await markHours(list).execute(trx)
    await markNear(list).execute(trx)
    await sql`delete from dirtyhour where (device_id, hour) in (${sql.join(hours.map(({ device_id, hour }) => sql`(${device_id}, ${hour})`))})`.execute(
      trx,
    )
    return more || moved.length > 0
  })
}

const UNDOUBTED: Awaited<ReturnType<typeof judgeHours>> = { moved: [], doubted: new Set() }

const listOf = (hours: readonly DeviceHour[]): RawBuilder<unknown> =>
  sql.join(hours.map(({ device_id, hour }) => sql`(${asInteger(device_id)}, ${asInteger(hour)})`))

/**
 * Writes the rollups of some hours, node by node along the history's key; `lastvalue` tells which nodes a device ever
 * had. History only shrinks by retention: an hour with fewer samples left than were rolled up keeps its rollup. Doubted
 * samples count as left.
 */
const summarise = (engine: Storage['engine'], hours: RawBuilder<unknown>, reading: Reading): RawBuilder<unknown> => sql`
  insert into rollup (device_id, nodemap_id, hour, min, max, sum, count, first, last, first_at, last_at, min_at, max_at)
  with dirty (device_id, hour) as (values ${hours}), total as materialized (${aggregateHistory(engine, {
    rows: sql`dirty join lastvalue on lastvalue.device_id = dirty.device_id`,
    keys: [sql`dirty.device_id`, sql`lastvalue.nodemap_id`, sql`dirty.hour`],
    columns: {
      least: sql`min(value)`,
      greatest: sql`max(value)`,
      sum: sql`sum(value)`,
      count: sql`count(*)`,
      first_at: sql`min(ts)`,
      last_at: sql`max(ts)`,
    },
    where: sql`history.device_id = dirty.device_id and history.nodemap_id = lastvalue.nodemap_id and history.ts >= dirty.hour and history.ts < dirty.hour + ${sql.lit(HOUR)}`,
    samples: historyFor(reading),
  })})
  select device_id, nodemap_id, hour, least, greatest, sum, count, ${valueAt(sql`first_at`, reading)}, ${valueAt(sql`last_at`, reading)}, first_at, last_at,
    ${timeOf(sql`least`, reading)}, ${timeOf(sql`greatest`, reading)}
  from total where count > 0
  on conflict (device_id, nodemap_id, hour) do update set min = excluded.min, max = excluded.max, sum = excluded.sum, count = excluded.count,
    first = excluded.first, last = excluded.last, first_at = excluded.first_at, last_at = excluded.last_at, min_at = excluded.min_at, max_at = excluded.max_at,
    ${noOwnSums()}
    where excluded.count ${reading.doubts ? DOUBTED : sql``} >= rollup.count`

/** Adds the number of doubted samples of the hour. */
const DOUBTED = sql`+ (select count(*) from historyflag where historyflag.device_id = excluded.device_id and historyflag.nodemap_id = excluded.nodemap_id
  and historyflag.ts >= excluded.hour and historyflag.ts < excluded.hour + ${sql.lit(HOUR)} and historyflag.flag > 2)`

/** Deletes the rollups of hours in which every value is doubted. */
const empty = (hours: RawBuilder<unknown>): RawBuilder<unknown> => {
  const own = sql`history.device_id = rollup.device_id and history.nodemap_id = rollup.nodemap_id and history.ts >= rollup.hour and history.ts < rollup.hour + ${sql.lit(HOUR)}`
  return sql`delete from rollup where (device_id, hour) in (values ${hours})
    and exists (select 1 from history where ${own}) and not exists (select 1 from ${historyFor({ doubts: true, adjusted: false })} where ${own})`
}

const valueAt = (ts: RawBuilder<unknown>, reading: Reading): RawBuilder<unknown> =>
  sql`(select value from ${historyFor(reading)} where history.device_id = total.device_id and history.nodemap_id = total.nodemap_id and history.ts = total.${ts})`

/** The time at which a value was first reached. */
const timeOf = (value: RawBuilder<unknown>, reading: Reading): RawBuilder<unknown> => sql`(
  select min(ts) from ${historyFor(reading)} where history.device_id = total.device_id and history.nodemap_id = total.nodemap_id
    and history.ts between total.first_at and total.last_at and history.value = total.${value})`
