import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import { SAVE_ON_CHANGE } from '../../resources/kit/rule.ts'
import { DAY, MINUTE } from '../../resources/kit/zone.ts'
import type { Platform } from '../platform.ts'
import { HISTORY_DAYS } from '../settings.ts'
import type { Samples, Storage } from '../storage/types.ts'
import { CITY_SIZE, LATE_BY_MS, sendsAt, type City, type DemoDevice } from './city.ts'
import { readFact, writeFact } from './facts.ts'
import { createMeter, type Meter } from './values/meter.ts'

/** Smallest steps of the city's history: 5 minutes over the last day, 15 minutes before. */
const STEP_MS = { lastDay: 5 * MINUTE, before: 15 * MINUTE }
/** A larger city has a history of one day, as dense as this number of rows allows. */
export const LARGE_CITY_ROWS = 2_000_000
const BATCH_ROWS = 4000
const PROGRESS = 'demo.history'

interface Run {
  platform: Platform
  city: City
  /** First start of the demo: the history ends here, and the simulator continues. */
  since: number
  stopped: () => boolean
  /**
   * Is called after each batch with the fraction of the day that is done, 0 to 1. Where it is given, no other work runs
   * in the process, and batches follow each other without a pause.
   */
  alone?: (day: number, part: number) => void
  /** Most rows of a larger city's day. */
  most?: number
}

/**
 * Writes the city's history in the background, newest day first: a batch, then a pause as long as the batch took, so
 * that users of the console are served first. The newest day, which the first screens show, is written without pauses:
 * it takes a second or two, while people sign in. After a restart it continues with the day that was in progress.
 */
export async function writeHistory({
  platform,
  city,
  since,
  stopped,
  alone,
  most = LARGE_CITY_ROWS,
}: Run): Promise<void> {
  const { storage, log } = platform
  const done = Number((await readFact(storage, PROGRESS)) ?? 0)
  const days = Math.min(historyDaysOf(city), platform.settings.demoDays)
  const meter = createMeter(city, since)
  if (done >= days) return
  const started = Date.now()
  let rows = 0
  for (let day = done; day < days; day++) {
    const step = stepOf(city, day, most)
    for (const { batch, part } of batchesOf(platform, city, meter, (device) => momentsOf(device, since, day, step))) {
      if (stopped()) return
      const before = performance.now()
      await storage.storeSamples(batch)
      rows += batch.ts.length
      alone?.(day, part)
      if (!alone && day > 0) await pause(performance.now() - before)
      await setImmediate()
    }
    if (day === 0 && step <= STEP_MS.lastDay) await registerBefore(storage, since)
    await writeFact(storage, PROGRESS, String(day + 1))
    log.debug({ days: day + 1, of: days, rows, seconds: Math.round((Date.now() - started) / 1000) }, 'demo history')
  }
  // Devices that fell silent before the first start get their last values from this history.
  await platform.registry.changed('device', null)
}

/**
 * Sets the registration of devices to a day before the first start, once the history of that day is complete, so that
 * rates of data quality include it. Until then no values of that day are expected, since missing values could not be
 * told from those not written yet. Call it only where that day is as dense as the devices' cycles demand, which that of
 * a large city is not.
 */
const registerBefore = (storage: Storage, since: number): Promise<unknown> =>
  storage.write((trx) =>
    trx
      .updateTable('device')
      .set({ created_at: since - DAY })
      .where('created_at', '=', since)
      .execute(),
  )

/**
 * Returns until when each device's values are known, epoch ms, by its sn. Call it before the simulator starts, whose
 * samples would move the time to now.
 */
export const knownUntil = ({ registry }: Platform, city: City): ReadonlyMap<string, number> =>
  new Map(
    city.devices.flatMap(({ sn }) => {
      const lastAt = registry.bySn(sn)?.lastAt ?? null
      return lastAt === null ? [] : [[sn, lastAt]]
    }),
  )

/**
 * Writes what the devices would have stored since `known` while the demo was not running, so that a city that was off
 * for a night has no gap. It raises no alarms, and times before the start of the city's history are left out.
 */
export async function writeMissedHistory(
  { platform, city, since, stopped }: Run,
  known: ReadonlyMap<string, number>,
): Promise<void> {
  const now = Date.now()
  const meter = createMeter(city, since)
  const farthest = now - Math.min(historyDaysOf(city), platform.settings.demoDays) * DAY
  const moments = (device: DemoDevice): Iterable<number> => {
    const last = known.get(device.sn)
    if (last === undefined || device.health === 'disabled') return []
    // Of a device that stores by a cycle every value is expected, however long the demo was not running.
    const step = stepOf(city, now - last > DAY && cycleOf(device) === 0 ? 1 : 0, LARGE_CITY_ROWS)
    const until = device.health === 'stale' ? now - LATE_BY_MS : now
    return momentsWithin(device, since, { from: Math.max(last + step, farthest), until, step })
  }
  for (const { batch } of batchesOf(platform, city, meter, moments)) {
    if (stopped()) return
    await platform.storage.storeSamples(batch)
    await setImmediate()
  }
}

/** Returns the days of history of a city. */
export const historyDaysOf = ({ devices }: City): number => (devices.length > CITY_SIZE ? 1 : HISTORY_DAYS)

/**
 * Returns when a device stored its values on a day before `since` (0 is the last day), oldest first, epoch ms: never
 * more often than by its own cycle, or it would have more values than it stores.
 */
export function momentsOf(device: DemoDevice, since: number, day: number, step: number): Generator<number> {
  const until = since - day * DAY
  return momentsWithin(device, since, { from: until - DAY, until, step })
}

function* momentsWithin(
  device: DemoDevice,
  since: number,
  { from, until, step }: { from: number; until: number; step: number },
): Generator<number> {
  for (let t = from; t < until; t += Math.max(step, cycleOf(device))) if (sendsAt(device, t, since)) yield t
}

/** Returns the time between a device's stored values, ms; 0 where it stores on change. */
const cycleOf = ({ product: { save_cycle } }: DemoDevice): number =>
  save_cycle < SAVE_ON_CHANGE ? save_cycle * MINUTE : 0

/**
 * Writes the last values of disabled devices, which cannot report them any more; in a city with one day of history
 * there is no other source of them.
 */
export async function writeDisabled({ registry, storage }: Platform, city: City, since: number): Promise<void> {
  const batch = empty()
  const meter = createMeter(city, since)
  for (const device of city.devices) {
    const live = device.health === 'disabled' ? registry.bySn(device.sn) : undefined
    if (!live) continue
    let t = since
    while (!sendsAt(device, t, since)) t -= STEP_MS.before
    device.product.nodes.forEach(([quantity], i) => {
      const node = registry.nodeOf(live, String(i + 1))
      if (node) add(batch, live.id, node.id, t, meter.at(device, quantity, t))
    })
  }
  await storage.storeSamples(batch)
}

/**
 * Yields the samples of each device at its moments, device by device; devices measured against environmental law come
 * first, since overview and maps are made from their values.
 */
function* batchesOf(
  { registry }: Platform,
  city: City,
  meter: Meter,
  moments: (device: DemoDevice) => Iterable<number>,
): Generator<{ batch: Samples; part: number }> {
  let batch = empty()
  const known = city.devices.flatMap((device) => {
    const live = registry.bySn(device.sn)
    return live
      ? [{ device, live, isJudged: [...live.nodes.values()].some(({ pollutant }) => pollutant !== null) }]
      : []
  })
  const ordered = known.toSorted((a, b) => Number(b.isJudged) - Number(a.isJudged))
  for (const [nth, { device, live }] of ordered.entries()) {
    device.product.nodes.forEach(([quantity], i) => {
      const node = registry.nodeOf(live, String(i + 1))
      // A cycle applies to all nodes of a device; where there is none, switches are saved on change.
      const onChange = cycleOf(device) === 0 && node?.max_value === 1
      let last = Number.NaN
      for (const t of node ? moments(device) : []) {
        const value = meter.at(device, quantity, t)
        if (node && (!onChange || value !== last)) add(batch, live.id, node.id, t, value)
        last = value
      }
    })
    if (batch.ts.length < BATCH_ROWS) continue
    yield { batch, part: (nth + 1) / ordered.length }
    batch = empty()
  }
  if (batch.ts.length > 0) yield { batch, part: 1 }
}

/** Returns the time from sample to sample, ms: a whole multiple of the smallest step. */
export function stepOf(city: City, day: number, most: number): number {
  if (city.devices.length <= CITY_SIZE) return day === 0 ? STEP_MS.lastDay : STEP_MS.before
  const nodes = city.devices.reduce((sum, { product }) => sum + product.nodes.length, 0)
  return STEP_MS.lastDay * Math.max(1, Math.ceil((nodes * DAY) / STEP_MS.lastDay / most))
}

const empty = (): Samples => ({ device_id: [], nodemap_id: [], ts: [], value: [], save: [] })

function add(samples: Samples, device: number, node: number, t: number, value: number): void {
  samples.device_id.push(device)
  samples.nodemap_id.push(node)
  samples.ts.push(t)
  samples.value.push(value)
  samples.save.push(1)
}
