import { limitsAt, mayBeViolated, nodesOf, STATE, type Limits } from '../../../resources/kit/rule.ts'
import type { LiveSample } from '../../platform.ts'
import type { Watch } from '../watch.ts'
import type { Recall } from './past.ts'

/**
 * The watches over one node of a device. Nearly all samples leave all of them at rest, and a city has so many watches
 * that looking at each one is a wait for memory. So the place alone takes such a sample, and keeps the newest until its
 * watches are needed (`wake`).
 */
export interface Place {
  readonly watches: readonly Watch[]
  /**
   * The limits of all rules, by day and by night; null until they are needed. A rule that changes gets another place.
   */
  limits: readonly Limits[] | null
  /**
   * All watches are judged by the value as it comes, are moved by no clock, and are normal. False also where that is
   * not known.
   */
  isQuiet: boolean
  /**
   * No value from `low` to `high`, both inclusive, breaks any limit, by day or by night; `low` is above `high` where no
   * range is known.
   */
  low: number
  high: number
  /**
   * Time of the newest sample that was taken at rest and that the watches do not have yet; -Infinity: they have all.
   */
  ts: number
  value: number
}

/** Samples, and at the same index the place of each. */
export interface Watched {
  readonly samples: readonly LiveSample[]
  readonly places: readonly Place[]
}

/**
 * Finds watches by the samples they are about: device, node map, place. Costs one look-up per device that no rule
 * watches, and one more per sample of a device that a rule watches.
 */
export interface Places {
  /**
   * Returns the trusted samples of a batch that rules watch, in the order in which they were measured: delayed samples
   * arrive together, in any order, and the first value judged must not be the last one measured. Called before the
   * commit and after it: the result of the last batch is cached.
   */
  watched(samples: readonly LiveSample[]): Watched
  place(watch: Watch): void
  remove(watch: Watch): void
  /**
   * Gives a watch, or all of them, what their places have taken at rest. Must be called before a watch is read, or
   * moved by anything but a sample.
   */
  wake(watch?: Watch): void
  devices(): IterableIterator<number>
  /** Returns the watches of a device, woken. */
  ofDevice(deviceId: number): Iterable<Watch>
}

const newPlace = (watches: readonly Watch[]): Place => ({
  watches,
  limits: null,
  isQuiet: false,
  low: Infinity,
  high: -Infinity,
  ts: -Infinity,
  value: Number.NaN,
})

export function createPlaces(): Places {
  const index = new Map<number, Map<number, Place>>()
  /** The last batch asked about; null once another rule may watch it. */
  let last: { of: readonly LiveSample[]; watched: Watched } | null = null
  const find = (of: readonly LiveSample[]): Watched => {
    // No object per sample: it would live until the batch is committed, long enough to be moved into the old heap.
    const samples: LiveSample[] = []
    const places: Place[] = []
    // Samples of one device follow each other, so the device is looked up once for all of them.
    let device: LiveSample['device'] | null = null
    let nodes: ReadonlyMap<number, Place> | undefined
    let [before, isInOrder] = [-Infinity, true]
    for (const sample of of) {
      if (sample.device !== device) {
        device = sample.device
        nodes = index.get(device.id)
      }
      const place = sample.doubted ? undefined : nodes?.get(sample.node.id)
      if (!place) continue
      isInOrder &&= sample.ts >= before
      before = sample.ts
      samples.push(sample)
      places.push(place)
    }
    return isInOrder ? { samples, places } : inOrder(samples, places)
  }
  return {
    watched(samples) {
      if (last?.of !== samples) last = { of: samples, watched: find(samples) }
      return last.watched
    },
    place(watch) {
      last = null
      const nodes = index.get(watch.deviceId) ?? new Map<number, Place>()
      index.set(watch.deviceId, nodes)
      for (const node of nodesOf(watch.rule.nodemap_id, watch.rule)) {
        const before = nodes.get(node)
        if (before) wakePlace(before)
        nodes.set(node, newPlace([...(before?.watches ?? []), watch]))
      }
    },
    remove(watch) {
      last = null
      const nodes = index.get(watch.deviceId)
      for (const node of nodesOf(watch.rule.nodemap_id, watch.rule)) {
        const before = nodes?.get(node)
        if (before) wakePlace(before)
        const rest = before?.watches.filter((other) => other !== watch) ?? []
        if (rest.length > 0) nodes?.set(node, newPlace(rest))
        else nodes?.delete(node)
      }
      if (nodes?.size === 0) index.delete(watch.deviceId)
    },
    wake(watch) {
      if (!watch) {
        for (const nodes of index.values()) for (const place of nodes.values()) wakePlace(place)
        return
      }
      const nodes = index.get(watch.deviceId)
      for (const node of nodesOf(watch.rule.nodemap_id, watch.rule)) {
        const place = nodes?.get(node)
        if (place) wakePlace(place)
      }
    },
    devices: () => index.keys(),
    ofDevice(deviceId) {
      const its = [...(index.get(deviceId)?.values() ?? [])]
      its.forEach(wakePlace)
      return new Set(its.flatMap(({ watches }) => watches))
    },
  }
}

/** Sorts samples with their places by the time at which they were measured. */
function inOrder(samples: readonly LiveSample[], places: readonly Place[]): Watched {
  const pairs = samples.flatMap((sample, at) => {
    const place = places[at]
    return place ? [{ sample, place }] : []
  })
  pairs.sort((a, b) => a.sample.ts - b.sample.ts)
  return { samples: pairs.map(({ sample }) => sample), places: pairs.map(({ place }) => place) }
}

/** Whether a value changes nothing but the newest sample of a place's watches. */
export const isAtRest = (place: Place, value: number): boolean =>
  place.isQuiet && value >= place.low && value <= place.high

/**
 * Takes a value at rest: what `rests` would write into each of the watches, whichever newest sample each of them has.
 */
function takeAtRest(place: Place, value: number, ts: number): void {
  if (ts < place.ts) return
  place.ts = ts
  place.value = value
}

/**
 * Gives the watches what was taken at rest. They may be moved from then on: the next sample is judged by each of them.
 */
export function wakePlace(place: Place): void {
  place.isQuiet = false
  if (place.ts === -Infinity) return
  const { ts, value } = place
  for (const watch of place.watches) {
    if (ts < watch.ts) continue
    watch.ts = ts
    // A fraction is an object of its own in each watch: none is made where the value is unchanged.
    if (watch.value !== value) watch.value = value
  }
  place.ts = -Infinity
}

/**
 * Determines whether the watches are at rest after a value that each of them has judged, and the range of values that
 * keeps them so.
 */
function calmDown(place: Place, value: number): void {
  place.isQuiet = place.watches.every(isPlain)
  if (!place.isQuiet || isAtRest(place, value)) return
  place.limits ??= place.watches.flatMap(({ rule }) => [...limitsAt(rule), ...limitsAt(rule, true)])
  const { limits } = place
  const holds = (low: number, high: number): boolean => !limits.some((each) => mayBeViolated(each, low, high))
  // A rule whose limit is broken outside its schedule is at rest too.
  if (!holds(value, value)) return
  const bounds = limits.flatMap(({ x, y }) => [x, y])
  // A limit that breaks at its own value has no last value before it: so the range ends halfway to it, and gets closer
  // each time.
  const ends = [-Infinity, Infinity, value, ...bounds, ...bounds.map((bound) => (bound + value) / 2)]
  place.low = Math.min(...ends.filter((end) => end <= value && holds(end, value)))
  place.high = Math.max(...ends.filter((end) => end >= value && holds(value, end)))
}

const isPlain = ({ state, signals, rule }: Watch): boolean =>
  state === STATE.normal && signals === null && rule.scripts === undefined && (rule.noData ?? 0) === 0

/** What is done with samples. */
export interface Judging {
  /** Judges a watch by a value; `value` is 0 where the watch is judged by its signals. */
  judge(watch: Watch, value: number, ts: number): void
  /** Whether values of a device that leave its rules at rest are taken too. */
  takes(deviceId: number): boolean
}

/**
 * Judges a batch, in the order of measurement. Samples of one device and moment are judged together where several make
 * a condition.
 *
 * @param recall given where the batch is judged later than it came
 */
export function judgeSamples(
  samples: readonly LiveSample[],
  places: Pick<Places, 'watched'>,
  { judge, takes }: Judging,
  recall?: Recall,
): void {
  const open = new Map<Watch, number>()
  const close = (): void => {
    for (const [watch, ts] of open) judge(watch, 0, Math.max(ts, watch.ts))
    open.clear()
  }
  const found = places.watched(samples)
  let of: LiveSample | null = null
  let isTaking = false
  for (let at = 0; at < found.samples.length; at++) {
    const sample = found.samples[at]
    const place = found.places[at]
    if (!sample || !place) continue
    const { device, node, value, ts } = sample
    if (open.size > 0 && (of?.device !== device || of.ts !== ts)) close()
    if (of?.device !== device) isTaking = takes(device.id)
    of = sample
    if (isAtRest(place, value)) {
      if (isTaking) takeAtRest(place, value, ts)
      continue
    }
    wakePlace(place)
    for (const watch of place.watches) {
      recall?.until(watch, ts)
      if (!watch.signals) judge(watch, value, ts)
      else if (watch.signals.take(node.id, value, ts)) open.set(watch, ts)
    }
    calmDown(place, value)
  }
  close()
}
