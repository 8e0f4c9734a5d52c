import type { StationVerdict } from '../environment/verdict.ts'
import type { Quantity, StationReading } from '../environment/quantity.ts'
import { classKey, type ScaleLevel } from '../environment/scale.ts'
import type { NamedClass } from '../environment/useClassWords.ts'
import { connectionOf, isAbnormal, type DeviceHead } from './deviceStatus.ts'
import { byId, byPlace, urgency } from './listOrder.ts'
import { runSteps, type Steps } from './steps.ts'
import { STALE, URGENCIES } from '../../resources/kit/urgency.ts'

export const ONLINE_FILTERS = ['all', 'online', 'offline'] as const
export const RUN_FILTERS = ['all', 'normal', 'abnormal'] as const
export const SORTS = ['default', 'class', 'gateway', 'area', 'name'] as const
/** Filter by class (design 8.2): one class of a scale, or that class and all worse ones. */
export interface ClassFilter extends ScaleLevel {
  andWorse: boolean
}
/** The class a device is judged as; level null: the device cannot be judged. */
type Judged = Pick<StationVerdict, 'scale' | 'level' | 'standard'>
export type OnlineFilter = (typeof ONLINE_FILTERS)[number]
export type RunFilter = (typeof RUN_FILTERS)[number]
/** A quantity as sort key lists its worst value first. */
export type Sort = (typeof SORTS)[number] | Quantity

export interface DeviceListQuery {
  /** Areas whose devices are listed; null: all areas. */
  areas: ReadonlySet<number> | null
  /** Ids of the devices that the search found; null while no search is active. */
  searchHits: ReadonlySet<number> | null
  online: OnlineFilter
  run: RunFilter
  sort: Sort
  closedAreas: ReadonlySet<number>
  /** Null or left out: no filter by class. */
  judged?: ClassFilter | null
  /** Standard that the class filter applies to; null or left out: any standard. */
  standard?: string | null
  /** Verdicts of each device, one for each medium that it measures. */
  verdicts?: ReadonlyMap<number, readonly Judged[]>
  /** Rank of each device in the order by class; devices that cannot be judged have none. */
  classRanks?: ReadonlyMap<number, number>
  /** Whether a device's values are stale; left out: no device is stale. */
  isStale?: (id: number) => boolean
  /** Readings of the quantity that the list is sorted by. */
  readings?: Readings | undefined
  /** Lower values of that quantity are worse: the lowest value comes first. */
  isWorseLow?: boolean
  /**
   * Lists only devices whose reading of a quantity is at least as bad as this bound, in the unit of the quantity's
   * means; null or left out: all devices.
   */
  bound?: number | null
  /** Readings of the quantity that `bound` applies to. */
  boundReadings?: Readings | undefined
  /** Lower values of that quantity are worse: `bound` is the highest value that is listed. */
  isBoundLow?: boolean
}

type Readings = ReadonlyMap<number, Pick<StationReading, 'value'>>

export interface ListCounts {
  all: number
  online: number
  offline: number
  /** Devices for which the platform does not report whether they are online. */
  unknown: number
  normal: number
  abnormal: number
}

/** What a list shows of some devices. */
export interface Listing {
  /** The listed devices in order. */
  ids: number[]
  /** Number of devices at the head of the list because they are in alarm. */
  alarms: number
  /** For each filter the number of devices of the area, or of the search result, that it would leave. */
  counts: ListCounts
  classes: ClassCounts
}

export function listDevices(devices: Iterable<DeviceHead>, query: DeviceListQuery): Listing {
  return runSteps(listInSteps(devices, query))
}

/** As listDevices, in steps of about a millisecond: a city's devices take longer than the page may stand still. */
export function* listInSteps(devices: Iterable<DeviceHead>, query: DeviceListQuery): Steps<Listing> {
  const counts: ListCounts = { all: 0, online: 0, offline: 0, unknown: 0, normal: 0, abnormal: 0 }
  const classes = new Map<string, number>()
  const { judged = null, standard = null, verdicts, bound = null } = query
  const badnessBound = badnessBy(query.boundReadings, query.isBoundLow)
  /** The listed devices by urgency, the most urgent first. */
  const groups: DeviceHead[][] = Array.from({ length: URGENCIES }, () => [])
  let seen = 0
  for (const device of devices) {
    if (++seen % DEVICES_PER_STEP === 0) yield
    if (query.areas !== null && (device.district_id === null || !query.areas.has(device.district_id))) continue
    if (query.searchHits !== null && !query.searchHits.has(device.id)) continue
    const online = connectionOf(device, query.closedAreas)
    const run = isAbnormal(device) ? 'abnormal' : 'normal'
    counts.all++
    counts[online]++
    counts[run]++
    const its = verdicts?.get(device.id)?.flatMap(namedClass) ?? NOT_JUDGED
    for (const key of its.map(countKey)) classes.set(key, (classes.get(key) ?? 0) + 1)
    if (judged !== null && !its.some((one) => isWithin(judged, standard, one))) continue
    if (bound !== null && badnessBound(device) < (query.isBoundLow ? -bound : bound)) continue
    if ((query.online === 'all' || query.online === online) && (query.run === 'all' || query.run === run))
      groups[isPlain(query.sort) ? 0 : urgency(device, query)]?.push(device)
  }
  const alarms =
    query.sort === 'default' || query.sort === 'class'
      ? groups.slice(0, STALE).reduce((sum, { length }) => sum + length, 0)
      : 0
  return { ids: (yield* inOrder(groups, query)).map(({ id }) => id), alarms, counts, classes }
}

const DEVICES_PER_STEP = 1000

/**
 * Number of devices of the area, or of the search result, by class and standard (countKey); classes without devices are
 * missing.
 */
export type ClassCounts = ReadonlyMap<string, number>

export const countKey = ({ standard, ...at }: NamedClass): string => `${classKey(at)} ${standard}`

const NOT_JUDGED: readonly NamedClass[] = []

const namedClass = ({ scale, level, standard }: Judged): NamedClass[] =>
  level === null ? [] : [{ scale, level, standard }]

const isWithin = (filter: ClassFilter, by: string | null, { scale, level, standard }: NamedClass): boolean =>
  scale === filter.scale &&
  (by === null || standard === by) &&
  (filter.andWorse ? level >= filter.level : level === filter.level)

/**
 * Returns how bad a device's value is, comparable between devices: higher is worse. A device without a value sorts as
 * the least bad.
 */
function badnessBy(readings: Readings | undefined, isWorseLow = false): (device: DeviceHead) => number {
  return ({ id }) => {
    const value = readings?.get(id)?.value ?? null
    return value === null ? -Infinity : isWorseLow ? -value : value
  }
}

type Order = (a: DeviceHead, b: DeviceHead) => number

/** Returns the devices of all groups in the order of the query. */
function* inOrder(groups: readonly DeviceHead[][], query: DeviceListQuery): Steps<DeviceHead[]> {
  const { sort, classRanks } = query
  if (isPlain(sort)) return yield* sortInSteps(groups.flat(), orders[sort])
  const byClass = byBadness(({ id }) => classRanks?.get(id) ?? -Infinity)
  const sorted: DeviceHead[][] = []
  for (const group of groups)
    sorted.push(yield* sortInSteps(group, sort === 'class' ? inTurn(byClass, byPlace) : byPlace))
  const listed = sorted.flat()
  if (sort === 'default' || sort === 'class') return listed
  // Devices with the same value keep their order by urgency.
  return yield* sortInSteps(listed, byBadness(badnessBy(query.readings, query.isWorseLow)))
}

/** Sorts a list in steps; stable, as Array.sort: runs that are merged pair by pair. */
function* sortInSteps(list: readonly DeviceHead[], order: Order): Steps<DeviceHead[]> {
  let runs: DeviceHead[][] = []
  for (let at = 0; at < list.length; at += DEVICES_PER_STEP) {
    runs.push(list.slice(at, at + DEVICES_PER_STEP).sort(order))
    yield
  }
  while (runs.length > 1) {
    const merged: DeviceHead[][] = []
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], order))
    runs = merged
  }
  return runs[0] ?? []
}

function* merge(left: DeviceHead[], right: DeviceHead[], order: Order): Steps<DeviceHead[]> {
  const [last, next] = [left.at(-1), right[0]]
  // The platform sends devices in their places, so that most runs follow each other.
  if (last === undefined || next === undefined || !(order(last, next) > 0)) return left.concat(right)
  const both: DeviceHead[] = []
  let [fromLeft, fromRight] = [0, 0]
  for (;;) {
    const [a, b] = [left[fromLeft], right[fromRight]]
    if (a === undefined) return both.concat(right.slice(fromRight))
    if (b === undefined) return both.concat(left.slice(fromLeft))
    if (order(a, b) > 0) {
      both.push(b)
      fromRight++
    } else {
      both.push(a)
      fromLeft++
    }
    if (both.length % DEVICES_PER_STEP === 0) yield
  }
}

/** Combines comparators: the first one with a nonzero result decides. */
const inTurn =
  (...steps: readonly Order[]): Order =>
  (a, b) => {
    for (const step of steps) {
      const order = step(a, b)
      // Two devices without a value compare as NaN, which is falsy: the next comparator decides.
      if (order) return order
    }
    return 0
  }

/** Orders by the worst value or class first; devices without one come last. */
const byBadness =
  (badness: (device: DeviceHead) => number): Order =>
  (a, b) =>
    badness(b) - badness(a)

/**
 * Returns the list after a poll: devices that left are removed, new devices are inserted where the sort order puts
 * them, and all others keep their places, so that no row moves under the pointer. Returns the same array if no device
 * came or left.
 */
export function keepOrder(current: readonly number[], next: readonly number[]): readonly number[] {
  const before = new Set(current)
  if (current.length === next.length && next.every((id) => before.has(id))) return current
  const after = new Set(next)
  const stayed = current.filter((id) => after.has(id))
  const followers = new Map<number | undefined, number[]>()
  let anchor: number | undefined
  for (const id of next) {
    if (before.has(id)) anchor = id
    else followers.set(anchor, [...(followers.get(anchor) ?? []), id])
  }
  return [...(followers.get(undefined) ?? []), ...stayed.flatMap((id) => [id, ...(followers.get(id) ?? [])])]
}

type PlainSort = Exclude<(typeof SORTS)[number], 'default' | 'class'>
const isPlain = (sort: Sort): sort is PlainSort => sort in orders

const names = new Intl.Collator(['zh-Hans-CN', 'en'], { numeric: true })
/** Spec 1 §9; devices without a gateway or area come last. */
const orders: Readonly<Record<PlainSort, (a: DeviceHead, b: DeviceHead) => number>> = {
  gateway: (a, b) => (a.gateway_id ?? Infinity) - (b.gateway_id ?? Infinity) || byId(a, b),
  area: (a, b) => (a.district_id ?? Infinity) - (b.district_id ?? Infinity) || byId(a, b),
  name: (a, b) => names.compare(a.name, b.name) || byId(a, b),
}
