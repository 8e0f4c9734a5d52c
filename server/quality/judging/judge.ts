import { sql, type Transaction } from 'kysely'
import type { Checks, Fault } from '../../platform/checks.ts'
import { HOUR } from '../../storage/dirtyHours.ts'
import type { Wanted } from '../../storage/homes/types.ts'
import type { FlagRow, Storage, Tables } from '../../storage/types.ts'
import { faultAt, TEST, combineFaults } from '../checks.ts'
import { factsOf, reviewedIn, type Fact } from './facts.ts'
import { keepFlags } from './flags.ts'
import { keepGaps } from '../gaps.ts'
import { integerRows } from '../integerRows.ts'
import { FLAG } from '../qartod.ts'
import { AFTER, BEFORE, keyOf, seriesOf, type Series, type SeriesHour } from './series.ts'
import { testedNodes } from './tested.ts'

export interface DeviceHour {
  device_id: number
  hour: number
}

type Trx = Transaction<Tables>

/** Result of judging hours. */
interface Judged {
  /** Further hours whose flags changed: their rollups are dirty. */
  moved: DeviceHour[]
  /** The hours that hold doubted values. */
  doubted: ReadonlySet<DeviceHour>
}

/**
 * Judges again the values of some hours of devices, by the reviews of users first, then by the tests of their nodes and
 * the marks of stations; also those of adjacent hours that have these values as neighbours. Each hour is judged as a
 * whole, over the same stretch of history each time, so values that come late, twice or in another order lead to the
 * same flags. Hours that begin at `before` or later are left alone.
 */
export async function judgeHours(
  trx: Trx,
  storage: Judging,
  hours: readonly DeviceHour[],
  before: number,
): Promise<Judged> {
  const { engine } = storage
  const asked = new Set(hours.map(nameOf))
  const nodes = await testedNodes(trx, [...new Set(hours.map(({ device_id }) => device_id))])
  const looksAhead = (device: number): boolean =>
    [...(nodes.get(device)?.values() ?? [])].some(({ direct }) => direct?.looksAhead)
  const beside = hours.flatMap(({ device_id, hour }) => {
    const own = nodes.get(device_id)
    if (!own) return []
    const reach = Math.max(0, ...[...own.values()].map(({ flat }) => flat?.reach ?? 0))
    const after: DeviceHour[] = []
    for (let at = hour + HOUR; at <= hour + HOUR + reach && at < before; at += HOUR) after.push({ device_id, hour: at })
    return after
  })
  // Dirty hours are judged in their own turn.
  const after = await withoutDirty(
    { trx, engine },
    unique(beside).filter((one) => !asked.has(nameOf(one))),
  )
  const known = new Set([...asked, ...after.map(nameOf)])
  const earlier = await withoutDirty(
    { trx, engine },
    unique(
      [...hours, ...after].flatMap(({ device_id, hour }) =>
        looksAhead(device_id) ? [{ device_id, hour: hour - HOUR }] : [],
      ),
    ).filter((one) => !known.has(nameOf(one))),
  )
  const round = { trx, engine, hold: (wanted: readonly Wanted[]) => storage.holdHistory(trx, wanted), nodes }
  const { moved, tails, doubted } = await judgeAll(round, [...hours, ...after], earlier)
  const again = await judgeAll(round, tails, [])
  return { moved: [...moved, ...again.moved].filter((one) => !asked.has(nameOf(one))), doubted }
}

type Judging = Pick<Storage, 'engine' | 'holdHistory'>

const nameOf = ({ device_id, hour }: DeviceHour): string => `${device_id} ${hour}`
const unique = (hours: readonly DeviceHour[]): DeviceHour[] => [
  ...new Map(hours.map((one) => [nameOf(one), one])).values(),
]

async function withoutDirty(
  { trx, engine }: Pick<Round, 'trx' | 'engine'>,
  hours: readonly DeviceHour[],
): Promise<DeviceHour[]> {
  if (hours.length === 0) return []
  const asked = integerRows(
    engine,
    ['device_id', 'hour'],
    hours.map(({ device_id, hour }) => [device_id, hour]),
  )
  const { rows } = await sql<DeviceHour>`
    select dirtyhour.device_id, dirtyhour.hour from ${asked} as asked join dirtyhour on dirtyhour.device_id = asked.device_id and dirtyhour.hour = asked.hour`.execute(
    trx,
  )
  const dirty = new Set(rows.map(nameOf))
  return hours.filter((one) => !dirty.has(nameOf(one)))
}

interface Round {
  trx: Trx
  engine: Storage['engine']
  hold(wanted: readonly Wanted[]): Promise<void>
  nodes: ReadonlyMap<number, ReadonlyMap<number, Checks>>
}

/** Hours judged at once: their samples are held in memory. */
const BATCH_HOURS = 16

/**
 * Judges hours as a whole. Returns the hours whose flags changed, and those of the `earlier` hours whose last value has
 * a different neighbour, so that they must be judged too.
 */
async function judgeAll(
  round: Round,
  hours: readonly DeviceHour[],
  earlier: readonly DeviceHour[],
): Promise<Judged & { tails: DeviceHour[] }> {
  if (hours.length === 0) return { moved: [], tails: [], doubted: new Set() }
  const { trx, nodes } = round
  // As far as an hour's values have neighbours. Gaps reach to the next value, however far away.
  await round.hold(
    [...hours, ...earlier].map(({ device_id, hour }) => ({
      device: device_id,
      nodemaps: null,
      start: hour - BEFORE,
      end: hour + HOUR + AFTER,
      ...([...(nodes.get(device_id)?.values() ?? [])].some(({ gap }) => gap !== null)
        ? { nearest: 'both' as const }
        : {}),
    })),
  )
  const facts = await factsOf(round, [...hours, ...earlier])
  const reviewed = await reviewedIn(round, hours)
  const ends = new Set(earlier.map(nameOf))
  const moved: DeviceHour[] = []
  const doubted = new Set<DeviceHour>()
  const tails: DeviceHour[] = []
  for (let at = 0; at < hours.length; at += BATCH_HOURS) {
    const some = hours.slice(at, at + BATCH_HOURS)
    const wanted = some.flatMap(({ device_id, hour }) =>
      [...(nodes.get(device_id) ?? [])].flatMap(([nodemap_id, { direct, flat, gap }]): SeriesHour[] =>
        direct || flat || gap !== null ? [{ device_id, nodemap_id, hour }] : [],
      ),
    )
    const series = await seriesOf(round, wanted)
    await keepGaps(round, wanted, { series, nodes })
    const lines = await linesOf(round, wanted, series)
    for (const one of some) {
      const own = nodes.get(one.device_id) ?? NO_CHECKS
      const said = facts.get(nameOf(one)) ?? []
      const faults = faultsOf(one, own, { series, lines, said })
      for (const row of reviewed.get(nameOf(one)) ?? []) {
        const key = `${row.nodemap_id} ${row.ts}`
        // The user's flag counts. The tests that doubted the value are kept for later reviewers.
        faults.set(key, { ...row, tests: row.tests | (faults.get(key)?.tests ?? 0) })
      }
      if ([...faults.values()].some(({ flag }) => flag > FLAG.unknown)) doubted.add(one)
      if (await keepFlags(trx, one, said, faults)) moved.push(one)
      const end = { device_id: one.device_id, hour: one.hour - HOUR }
      if (ends.has(nameOf(end)) && hasOtherEnd(one, own, series, facts.get(nameOf(end)) ?? [])) tails.push(end)
    }
  }
  return { moved, tails, doubted }
}

const NO_CHECKS: ReadonlyMap<number, Checks> = new Map()

/**
 * Reads the stretches of history that flat lines of some hours reach back over. For most hours their own values show
 * that there is no flat line.
 */
async function linesOf(
  round: Round,
  wanted: readonly SeriesHour[],
  series: ReadonlyMap<string, Series>,
): Promise<Map<string, Series>> {
  const asked = wanted.flatMap((one) => {
    const flat = round.nodes.get(one.device_id)?.get(one.nodemap_id)?.flat
    const own = series.get(keyOf(one))
    if (!flat || !own) return []
    const { values, times, from, until } = own
    return flat.mayEnd(from, values.slice(0, until), times) ? [{ ...one, reach: flat.reach + HOUR }] : []
  })
  if (asked.length === 0) return new Map<string, Series>()
  await round.hold(
    asked.map(({ device_id, nodemap_id, hour, reach }) => ({
      device: device_id,
      nodemaps: [nodemap_id],
      start: hour - reach,
      end: hour + HOUR + AFTER,
    })),
  )
  return seriesOf(round, asked)
}

/** Returns what tests and stations find wrong with the values of an hour, by node and time. */
function faultsOf(
  { device_id, hour }: DeviceHour,
  nodes: ReadonlyMap<number, Checks>,
  {
    series,
    lines,
    said,
  }: { series: ReadonlyMap<string, Series>; lines: ReadonlyMap<string, Series>; said: readonly Fact[] },
): Map<string, FlagRow> {
  const faults = new Map<string, FlagRow>()
  const add = (nodemap_id: number, ts: number, fault: Fault): void => {
    const key = `${nodemap_id} ${ts}`
    const known = faults.get(key)
    const both = combineFaults(known ? { flag: known.flag as Fault['flag'], tests: known.tests } : null, fault) ?? fault
    faults.set(key, { device_id, nodemap_id, ts, ...both })
  }
  for (const [nodemap_id, { direct, flat }] of nodes) {
    const own = series.get(keyOf({ device_id, nodemap_id, hour }))
    if (direct && own)
      for (let at = own.from; at < own.until; at++) {
        const fault = faultAt(direct, at, own.values, own.times)
        if (fault) add(nodemap_id, own.times[at] ?? 0, fault)
      }
    const line = lines.get(keyOf({ device_id, nodemap_id, hour }))
    if (flat && line) {
      const judged = flat.judge(line.values.slice(0, line.until), line.times.slice(0, line.until))
      for (let at = line.from; at < line.until; at++) {
        const fault = judged[at]
        if (fault) add(nodemap_id, line.times[at] ?? 0, fault)
      }
    }
  }
  for (const { kind, nodemap_id, ts, flag, amount } of said) {
    const checks = nodes.get(nodemap_id)
    if (kind === 'mark') add(nodemap_id, ts, { flag: flag === FLAG.suspect ? flag : FLAG.fail, tests: TEST.station })
    if (kind === 'skew' && checks?.skew != null && Math.abs(amount) > checks.skew)
      add(nodemap_id, ts, { flag: FLAG.suspect, tests: TEST.clock })
    if (kind === 'flag' && (amount & TEST.maintenance) !== 0)
      add(nodemap_id, ts, { flag: FLAG.fail, tests: TEST.maintenance })
    if (kind === 'near' && checks?.near) add(nodemap_id, ts, { flag: FLAG.suspect, tests: TEST.neighbour })
  }
  return faults
}

/**
 * Returns whether the last value before an hour is a spike given the hour's first value, and its stored flag says
 * otherwise, or the other way round.
 */
function hasOtherEnd(
  { device_id, hour }: DeviceHour,
  nodes: ReadonlyMap<number, Checks>,
  series: ReadonlyMap<string, Series>,
  said: readonly Fact[],
): boolean {
  return [...nodes].some(([nodemap_id, { direct }]) => {
    const own = series.get(keyOf({ device_id, nodemap_id, hour }))
    if (!own || !direct?.looksAhead || own.from === 0) return false
    const ts = own.times[own.from - 1] ?? 0
    if (ts < hour - HOUR) return false
    const known = said.find((fact) => fact.kind === 'flag' && fact.nodemap_id === nodemap_id && fact.ts === ts)
    if (known && (known.amount & TEST.maintenance) !== 0) return false
    const isReviewed = ((known?.amount ?? 0) & TEST.manual) !== 0
    const fault = faultAt(direct, own.from - 1, own.values, own.times)
    const [mine, theirs] = [(fault?.tests ?? 0) & TEST.spike, (known?.amount ?? 0) & TEST.spike]
    return mine !== theirs || (mine !== 0 && !isReviewed && fault?.flag !== known?.flag)
  })
}
