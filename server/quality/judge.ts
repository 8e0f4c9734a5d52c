import { sql, type Transaction } from 'kysely'
import type { Mark } from '../hj212/readings.ts'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import type { FlagRow, Tables } from '../storage/types.ts'
import { CHECK_COLUMNS, checksOf, TEST, worse, type Checks, type Fault } from './checks.ts'
import { FLAG } from './qartod.ts'

export interface DeviceHour {
  device_id: number
  hour: number
}

type Trx = Transaction<Tables>

/** Whether any value of the platform may be doubted at all: where nobody asks for tests, nothing of this costs anything. */
export async function mayDoubt(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ any: number | boolean }>`
    select exists (select 1 from node where ${sql.join(
      CHECK_COLUMNS.map((column) => sql`${sql.ref(column)} is not null`),
      sql` or `,
    )}) or exists (select 1 from hj212mark) or exists (select 1 from historyflag) or exists (select 1 from qualityreview) as "any"`.execute(
    trx,
  )
  return Boolean(rows[0]?.any)
}

/**
 * Judges values anew that hours of devices hold, by the tests of their nodes, what stations said of them and, before both, what people did, and those in the hours beside whose neighbours
 * they are. Each hour is judged as a whole, over the same stretch of history each time: what comes late, twice or in another order leads to the same flags.
 * Answers the other hours that have other flags now: their rollups are behind. Hours that begin at `before` or later are left alone.
 */
export async function judgeHours(trx: Trx, hours: readonly DeviceHour[], before: number): Promise<DeviceHour[]> {
  const devices = byDevice(hours)
  const nodes = await testedNodes(trx, [...devices.keys()])
  const spokenOf = await spokenOfIn(trx, devices)
  const moved: DeviceHour[] = []
  for (const [device, asked] of devices) {
    const own = nodes.get(device)
    // Of most devices nothing is asked, and nothing said.
    if (!own) {
      if (spokenOf.has(device)) for (const hour of asked) await judgeHour(trx, device, hour, NO_CHECKS, 0)
      continue
    }
    const reach = Math.max(0, ...[...own.values()].map((checks) => checks.reach))
    for (const hour of besides(asked, reach, before))
      if ((await judgeHour(trx, device, hour, own, reach)) && !asked.has(hour)) moved.push({ device_id: device, hour })
  }
  return moved
}

function byDevice(hours: readonly DeviceHour[]): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>()
  for (const { device_id, hour } of hours) found.set(device_id, (found.get(device_id) ?? new Set()).add(hour))
  return found
}

const NO_CHECKS: ReadonlyMap<number, Checks> = new Map()

/** The devices of which stations or people have said something, or that have flags, about the time of the first to the last of some hours. */
async function spokenOfIn(trx: Trx, devices: ReadonlyMap<number, ReadonlySet<number>>): Promise<Set<number>> {
  const hours = [...devices.values()].flatMap((own) => [...own])
  const [from, until] = hours.reduce(
    ([low, high], hour) => [Math.min(low, hour), Math.max(high, hour + HOUR)],
    [Infinity, -Infinity],
  )
  const list = sql.join([...devices.keys()].map((id) => sql`cast(${id} as bigint)`))
  const { rows } = await sql<{ device_id: number }>`
    select device_id from hj212mark where device_id in (${list}) and ts >= ${from} and ts < ${until}
    union select device_id from historyflag where device_id in (${list}) and ts >= ${from} and ts < ${until}
    union select device_id from qualityreview where device_id in (${list}) and until >= ${from} and since < ${until}`.execute(
    trx,
  )
  return new Set(rows.map(({ device_id }) => Number(device_id)))
}

/** Some hours, the one before each (its last value has a new neighbour) and those after that look back on them. */
function besides(hours: ReadonlySet<number>, reach: number, before: number): number[] {
  const found = new Set<number>()
  for (const hour of hours)
    for (let at = hour - HOUR; at <= hour + HOUR + reach && at < before; at += HOUR) found.add(hourStart(at))
  for (const hour of hours) found.add(hour)
  return [...found]
}

/** The tests of the nodes of some devices. */
async function testedNodes(trx: Trx, devices: readonly number[]): Promise<Map<number, Map<number, Checks>>> {
  const found = new Map<number, Map<number, Checks>>()
  const rows = await trx
    .selectFrom('device as own')
    .innerJoin('nodemap', 'nodemap.devicetype_id', 'own.devicetype_id')
    .innerJoin('node', 'node.id', 'nodemap.node_id')
    .where('own.id', 'in', devices)
    .where((where) => where.or(CHECK_COLUMNS.map((column) => where(`node.${column}`, 'is not', null))))
    .select(['own.id as device_id', 'nodemap.id as nodemap_id'])
    .select(CHECK_COLUMNS.map((column) => `node.${column}` as const))
    .execute()
  for (const { device_id, nodemap_id, ...row } of rows) {
    const checks = checksOf(row)
    const own = found.get(device_id) ?? new Map<number, Checks>()
    if (checks) found.set(device_id, own.set(nodemap_id, checks))
  }
  return found
}

/** Judges one hour; answers whether its flags have changed. */
async function judgeHour(
  trx: Trx,
  device: number,
  hour: number,
  nodes: ReadonlyMap<number, Checks>,
  reach: number,
): Promise<boolean> {
  const faults = new Map<string, FlagRow>()
  const add = (nodemap_id: number, ts: number, fault: Fault): void => {
    const key = `${nodemap_id} ${ts}`
    const known = faults.get(key)
    const both = worse(known ? { flag: known.flag as Fault['flag'], tests: known.tests } : null, fault) ?? fault
    faults.set(key, { device_id: device, nodemap_id, ts, ...both })
  }
  if (nodes.size > 0) {
    const samples = await trx
      .selectFrom('history')
      .select(['nodemap_id', 'ts', 'value'])
      .where('device_id', '=', device)
      .where('nodemap_id', 'in', [...nodes.keys()])
      .where('ts', '>=', hour - HOUR - reach)
      .where('ts', '<', hour + 2 * HOUR)
      .orderBy('nodemap_id')
      .orderBy('ts')
      .execute()
    for (const [nodemap, checks] of nodes) {
      const own = samples.filter(({ nodemap_id }) => nodemap_id === nodemap)
      const times = own.map(({ ts }) => ts)
      const judged = checks.judge(
        own.map(({ value }) => value),
        times,
      )
      for (const [at, fault] of judged.entries()) {
        const ts = times[at] ?? 0
        if (fault && ts >= hour && ts < hour + HOUR) add(nodemap, ts, fault)
      }
    }
  }
  const within = <T extends 'hj212mark' | 'historyflag'>(table: T) =>
    sql`from ${sql.table(table)} as kept where kept.device_id = ${device} and kept.ts >= ${hour} and kept.ts < ${hour + HOUR}`
  const { rows: marks } = await sql<{ nodemap_id: number; ts: number; mark: string }>`
    select nodemap_id, ts, mark ${within('hj212mark')} and exists (select 1 from history where history.device_id = kept.device_id
      and history.nodemap_id = kept.nodemap_id and history.ts = kept.ts)`.execute(trx)
  for (const { nodemap_id, ts, mark } of marks)
    if (mark !== GOOD) add(nodemap_id, ts, { flag: mark === OVER ? FLAG.suspect : FLAG.fail, tests: TEST.station })
  for (const row of await reviewed(trx, device, hour)) faults.set(`${row.nodemap_id} ${row.ts}`, row)
  const { rows: old } = await sql<FlagRow>`select * ${within('historyflag')}`.execute(trx)
  const same = (row: FlagRow): boolean => {
    const now = faults.get(`${row.nodemap_id} ${row.ts}`)
    return now?.flag === row.flag && now.tests === row.tests
  }
  if (old.length === faults.size && old.every(same)) return false
  await sql`delete from historyflag where device_id = ${device} and ts >= ${hour} and ts < ${hour + HOUR}`.execute(trx)
  const rows = [...faults.values()]
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await trx
      .insertInto('historyflag')
      .values(rows.slice(at, at + AT_ONCE))
      .execute()
  return true
}

/** The values of an hour that people spoke of: a higher step counts before a lower one, of one step the last. */
async function reviewed(trx: Trx, device: number, hour: number): Promise<FlagRow[]> {
  const reviews = await trx
    .selectFrom('qualityreview')
    .select(['nodemap_id', 'since', 'until', 'flag'])
    .where('device_id', '=', device)
    .where('since', '<', hour + HOUR)
    .where('until', '>=', hour)
    .where('revoked_at', 'is', null)
    .orderBy('step', 'desc')
    .orderBy('id', 'desc')
    .execute()
  if (reviews.length === 0) return []
  const samples = await trx
    .selectFrom('history')
    .select(['nodemap_id', 'ts'])
    .where('device_id', '=', device)
    .where('nodemap_id', 'in', [...new Set(reviews.map(({ nodemap_id }) => nodemap_id))])
    .where('ts', '>=', hour)
    .where('ts', '<', hour + HOUR)
    .execute()
  return samples.flatMap(({ nodemap_id, ts }) => {
    const review = reviews.find((one) => one.nodemap_id === nodemap_id && one.since <= ts && one.until >= ts)
    return review ? [{ device_id: device, nodemap_id, ts, flag: review.flag, tests: TEST.manual }] : []
  })
}

/** Rows of one statement: databases limit how many values it may hold. */
const AT_ONCE = 200
/** Marks of HJ 212: normal, and out of range, which may still be a value. */
const GOOD: Mark = 'N'
const OVER: Mark = 'T'
