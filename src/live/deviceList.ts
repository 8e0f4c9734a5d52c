import type { StationVerdict } from '../environment/verdict.ts'
import type { Quantity, StationReading } from '../environment/quantity.ts'
import { classKey, type ScaleLevel } from '../environment/scale.ts'
import type { NamedClass } from '../environment/useClassWords.ts'
import type { DeviceState } from '../../dataProvider/normalise.ts'
import { connectionOf, isAbnormal, isStale, worstAlarmLevel, type DeviceHead } from './deviceStatus.ts'

export const ONLINE_FILTERS = ['all', 'online', 'offline'] as const
export const RUN_FILTERS = ['all', 'normal', 'abnormal'] as const
export const SORTS = ['default', 'class', 'gateway', 'area', 'name'] as const
/** By class (design 8.2): one of a scale, or it and those that are worse. */
export interface ClassFilter extends ScaleLevel {
  andWorse: boolean
}
/** What a device is judged as; level null: it cannot be. */
type Judged = Pick<StationVerdict, 'scale' | 'level' | 'standard'>
export type OnlineFilter = (typeof ONLINE_FILTERS)[number]
export type RunFilter = (typeof RUN_FILTERS)[number]
/** A quantity: its worst value first. */
export type Sort = (typeof SORTS)[number] | Quantity

export interface DeviceListQuery {
  /** Areas whose devices are listed; null is all. */
  areas: ReadonlySet<number> | null
  /** Devices a search found; null while none is on. */
  searchHits: ReadonlySet<number> | null
  online: OnlineFilter
  run: RunFilter
  sort: Sort
  closedAreas: ReadonlySet<number>
  /** Null and left out: all. */
  judged?: ClassFilter | null
  /** By which those classes are; null and left out: whichever. */
  standard?: string | null
  /** In each medium that they measure. */
  verdicts?: ReadonlyMap<number, readonly Judged[]>
  /** How far up devices stand in the order by class; what cannot be judged has no rank. */
  classRanks?: ReadonlyMap<number, number>
  /** Whether a device's values are old; left out: none are. */
  isStale?: (id: number) => boolean
  /** What devices say of the quantity that the list is sorted by. */
  readings?: Readings | undefined
  /** Less of that quantity is worse: the lowest value comes first. */
  isWorseLow?: boolean
  /** Lists only those whose reading of a quantity is at least as bad as this, in the unit of its means; null and left out: all. */
  bound?: number | null
  /** What devices say of the quantity that is bounded. */
  boundReadings?: Readings | undefined
  /** Less of that quantity is worse: `bound` is the highest that is listed. */
  isBoundLow?: boolean
}

type Readings = ReadonlyMap<number, Pick<StationReading, 'value'>>

export interface ListCounts {
  all: number
  online: number
  offline: number
  /** Of which the platform does not say whether they are online. */
  unknown: number
  normal: number
  abnormal: number
}

/**
 * Ids of the devices to list in their order, how many of the first of them stand there because they are in alarm, and how many of the area (or of what a
 * search found) each filter would leave.
 */
export function listDevices(
  devices: Iterable<DeviceHead>,
  query: DeviceListQuery,
): { ids: number[]; alarms: number; counts: ListCounts; classes: ClassCounts } {
  const counts: ListCounts = { all: 0, online: 0, offline: 0, unknown: 0, normal: 0, abnormal: 0 }
  const classes = new Map<string, number>()
  const { judged = null, standard = null, verdicts, bound = null } = query
  const badnessBound = badnessBy(query.boundReadings, query.isBoundLow)
  const listed: DeviceHead[] = []
  for (const device of devices) {
    if (query.areas !== null && (device.district_id === null || !query.areas.has(device.district_id))) continue
    if (query.searchHits !== null && !query.searchHits.has(device.id)) continue
    const online = connectionOf(device, query.closedAreas)
    const run = isAbnormal(device) ? 'abnormal' : 'normal'
    counts.all++
    counts[online]++
    counts[run]++
    const its = (verdicts?.get(device.id) ?? NOT_JUDGED).flatMap(namedClass)
    for (const key of its.map(countKey)) classes.set(key, (classes.get(key) ?? 0) + 1)
    if (judged !== null && !its.some((one) => isWithin(judged, standard, one))) continue
    if (bound !== null && badnessBound(device) < (query.isBoundLow ? -bound : bound)) continue
    if ((query.online === 'all' || query.online === online) && (query.run === 'all' || query.run === run))
      listed.push(device)
  }
  const alarms = query.sort === 'default' || query.sort === 'class' ? listed.filter(isAbnormal).length : 0
  return { ids: listed.sort(orderBy(query, listed)).map(({ id }) => id), alarms, counts, classes }
}

/** How many devices of the area, or of what a search found, there are of each class by each standard (countKey); none of those that are left out. */
export type ClassCounts = ReadonlyMap<string, number>

export const countKey = ({ standard, ...at }: NamedClass): string => `${classKey(at)} ${standard}`

const NOT_JUDGED: readonly Judged[] = []

const namedClass = ({ scale, level, standard }: Judged): NamedClass[] =>
  level === null ? [] : [{ scale, level, standard }]

const isWithin = (filter: ClassFilter, by: string | null, { scale, level, standard }: NamedClass): boolean =>
  scale === filter.scale &&
  (by === null || standard === by) &&
  (filter.andWorse ? level >= filter.level : level === filter.level)

/** How bad a device's value is beside others: the more, the worse; what has none is no worse than any. */
function badnessBy(readings: Readings | undefined, isWorseLow = false): (device: DeviceHead) => number {
  return ({ id }) => {
    const value = readings?.get(id)?.value ?? null
    return value === null ? -Infinity : isWorseLow ? -value : value
  }
}

type Order = (a: DeviceHead, b: DeviceHead) => number

function orderBy(query: DeviceListQuery, listed: readonly DeviceHead[]): Order {
  if (isPlain(query.sort)) return orders[query.sort]
  const urgency = new Map(listed.map((device) => [device.id, urgencyOf(device, query)]))
  const byUrgency: Order = (a, b) => (urgency.get(a.id) ?? 0) - (urgency.get(b.id) ?? 0)
  if (query.sort === 'default') return inTurn(byUrgency, byPlace)
  if (query.sort === 'class')
    return inTurn(
      byUrgency,
      byBadness(({ id }) => query.classRanks?.get(id) ?? -Infinity),
      byPlace,
    )
  return inTurn(byBadness(badnessBy(query.readings, query.isWorseLow)), byUrgency, byPlace)
}

/** The first that decides. */
const inTurn =
  (...steps: readonly Order[]): Order =>
  (a, b) => {
    for (const step of steps) {
      const order = step(a, b)
      // Two without a value differ by NaN, which decides nothing.
      if (order) return order
    }
    return 0
  }

/** The worst value or class first; what has none comes last. */
const byBadness =
  (badness: (device: DeviceHead) => number): Order =>
  (a, b) =>
    badness(b) - badness(a)

/** In which turn a device is looked at (design 8.2): in alarm by level, 1 the most urgent, those without one after all levels; then those whose values are old; then all others. */
function urgencyOf(
  device: DeviceHead,
  { isStale: hasOldValues, closedAreas }: Pick<DeviceListQuery, 'isStale' | 'closedAreas'>,
): number {
  if (isAbnormal(device)) return worstAlarmLevel(device) ?? 5
  return hasOldValues?.(device.id) === true && connectionOf(device, closedAreas) !== 'offline' ? OLD : OLD + 1
}

/** After all levels of alarms, and those without one. */
const OLD = 6

/**
 * Whether the devices that come first are the first of the list too, but for those in alarm, which come before all: they stand as the platform has them in order,
 * and none of them has old values, with which it would come before others, as would those with old ones that are on their way.
 */
export const areFirst = (devices: readonly DeviceState[], now: number): boolean =>
  devices.every((device, at) => {
    const before = devices[at - 1]
    const moves = urgencyOf(device, { isStale: () => isStale(device, now), closedAreas: NO_AREAS }) === OLD
    return !moves && (before === undefined || byPlace(before, device) < 0)
  })

const NO_AREAS: ReadonlySet<number> = new Set()

/**
 * The list after a poll: those that left are gone, those that came stand where the order has them, and the others keep their places, so that
 * nothing changes places under the pointer. The same array where nothing came or left.
 */
export function keepOrder(current: readonly number[], next: readonly number[]): readonly number[] {
  const [before, after] = [new Set(current), new Set(next)]
  const stayed = current.filter((id) => after.has(id))
  if (stayed.length === current.length && stayed.length === next.length) return current
  const followers = new Map<number | undefined, number[]>()
  let anchor: number | undefined
  for (const id of next) {
    if (before.has(id)) anchor = id
    else followers.set(anchor, [...(followers.get(anchor) ?? []), id])
  }
  return [...(followers.get(undefined) ?? []), ...stayed.flatMap((id) => [id, ...(followers.get(id) ?? [])])]
}

/** Devices and devices in alarm by area, each area for itself: what the tree's numbers and marks are summed from. Null: without an area. */
export function countByArea(devices: Iterable<DeviceHead>): {
  total: Map<number, number>
  alarms: Map<number, number>
  all: number
} {
  const [total, alarms] = [new Map<number, number>(), new Map<number, number>()]
  let all = 0
  for (const device of devices) {
    all++
    if (device.district_id === null) continue
    total.set(device.district_id, (total.get(device.district_id) ?? 0) + 1)
    if (isAbnormal(device)) alarms.set(device.district_id, (alarms.get(device.district_id) ?? 0) + 1)
  }
  return { total, alarms, all }
}

type PlainSort = Exclude<(typeof SORTS)[number], 'default' | 'class'>
const isPlain = (sort: Sort): sort is PlainSort => sort in orders

const names = new Intl.Collator(['zh-Hans-CN', 'en'], { numeric: true })
const byId = (a: DeviceHead, b: DeviceHead): number => a.id - b.id
const byPlace = (a: DeviceHead, b: DeviceHead): number => b.sort_num - a.sort_num || byId(a, b)
/** Spec 1 §9; what has no gateway or area comes last. */
const orders: Readonly<Record<PlainSort, (a: DeviceHead, b: DeviceHead) => number>> = {
  gateway: (a, b) => (a.gateway_id ?? Infinity) - (b.gateway_id ?? Infinity) || byId(a, b),
  area: (a, b) => (a.district_id ?? Infinity) - (b.district_id ?? Infinity) || byId(a, b),
  name: (a, b) => names.compare(a.name, b.name) || byId(a, b),
}
