import { markIn } from '../../../resources/hj212.ts'
import { isRecord } from '../../../resources/kit/record.ts'
import { packSamples, unpacked, type Packed } from '../../bus/batches.ts'
import type { LiveDevice, Registry } from '../../platform.ts'
import type { Origin } from '../../storage/types.ts'
import type { Sample } from '../batches.ts'
import type { Reading } from '../ingest.ts'

/**
 * Maximum number of values of one message: far below the 1 MB limit of NATS, however small the message's deliveries
 * are.
 */
export const MAX_VALUES = 2000
/** Devices requested per statement: PostgreSQL takes 65,535 parameters per statement. */
export const CHUNK_DEVICES = 10_000
/** A record that was missing is looked up again after this time, ms. */
const RETRY_MS = 60_000
/** Maximum number of remembered look-ups. */
const MAX_LOOKUPS = 20_000
/** The greatest time a Date can hold, epoch ms. */
const LAST = 8.64e15

/** The values of one call or message, or of a part of it, as stored in the log. */
export interface Delivery {
  origin: Origin
  tellsOfClocks: boolean
  samples: Packed
  /** Values that their nodes cannot measure. */
  marked?: Packed
  /** Indexes of samples, each with the mark that the device gave the sample. */
  marks?: [number, string][]
}

/** A delivery whose devices all lie in one partition. */
export interface Part {
  partition: number
  values: number
  delivery: Delivery
}

/**
 * Returns the partition of a device. All telemetry of a device is in one partition, so that one process at a time
 * writes it. Consecutive ids are spread evenly.
 */
export const partitionOf = (deviceId: number, partitions: number): number =>
  Math.floor(((Math.imul(deviceId, 0x9e3779b1) >>> 0) / 2 ** 32) * partitions)

/** Splits a reading by partition. Parts of one partition are in order. */
export function divideByPartition(
  { samples, marked, origin, tellsOfClocks }: Reading,
  partitions: number,
  most = MAX_VALUES,
): Part[] {
  const parts: { partition: number; samples: Sample[]; marked: Sample[] }[] = []
  const current = new Map<number, (typeof parts)[number]>()
  const partOf = (device: LiveDevice) => {
    const partition = partitionOf(device.id, partitions)
    let part = current.get(partition)
    if (!part || part.samples.length + part.marked.length >= most) {
      part = { partition, samples: [], marked: [] }
      current.set(partition, part)
      parts.push(part)
    }
    return part
  }
  for (const sample of samples) partOf(sample.device).samples.push(sample)
  for (const sample of marked) partOf(sample.device).marked.push(sample)
  return parts.map((part) => {
    const marks = part.samples.flatMap(({ mark }, place): [number, string][] => (mark ? [[place, mark]] : []))
    return {
      partition: part.partition,
      values: part.samples.length + part.marked.length,
      delivery: {
        origin,
        tellsOfClocks,
        samples: packSamples(part.samples),
        ...(part.marked.length > 0 && { marked: packSamples(part.marked) }),
        ...(marks.length > 0 && { marks }),
      },
    }
  })
}

/** Returns the deliveries in a message; null where the message is not one of this platform. */
export function deliveriesIn(text: string): Delivery[] | null {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every(isDelivery) ? list : null
  } catch {
    return null
  }
}

/**
 * Returns deliveries as readings, with the devices and nodes known to this process. Its records may be older than those
 * of the process that received the values: they are read again where a device or node is unknown, once for all
 * deliveries. Values of deleted devices and nodes are left out.
 *
 * @param looked what was looked up and when, kept between calls. Without it, every message of a deleted device in the
 * log would cause records to be read.
 */
export async function readingsOf(
  deliveries: readonly Delivery[],
  registry: Registry,
  looked: Map<string, number>,
): Promise<Reading[]> {
  const places = deliveries.flatMap(({ samples, marked }) => [
    ...placesOf(samples),
    ...(marked ? placesOf(marked) : []),
  ])
  const devices = unseen(
    places.flatMap(([device]) => (registry.device(device) ? [] : [`${device}`])),
    looked,
  )
  const ids = devices.map(Number)
  for (let from = 0; from < ids.length; from += CHUNK_DEVICES)
    await registry.changed('device', ids.slice(from, from + CHUNK_DEVICES))
  // Includes the nodes of devices that were just read.
  const nodes = unseen(
    places.flatMap(([device, node]) =>
      registry.device(device)?.nodes.has(node) === false ? [`${device} ${node}`] : [],
    ),
    looked,
  )
  if (nodes.length > 0) await registry.changed('nodemap', null)
  // Only after both look-ups: if the database did not answer, they are repeated.
  const now = performance.now()
  if (looked.size > MAX_LOOKUPS) looked.clear()
  for (const each of [...devices, ...nodes]) looked.set(each, now)
  return deliveries.map(({ origin, tellsOfClocks, samples, marked, marks = [] }) => ({
    samples: samplesOf(samples, registry, new Map(marks)),
    marked: marked ? samplesOf(marked, registry) : [],
    origin,
    tellsOfClocks,
    shared: false,
  }))
}

/** Returns the number of values in a delivery. */
export const valuesIn = ({ samples, marked }: Delivery): number =>
  placesOf(samples).length + (marked ? placesOf(marked).length : 0)

function placesOf(values: Packed): [device: number, node: number][] {
  const numbers = unpacked(values)
  const places: [number, number][] = []
  for (let at = 0; at + 3 < numbers.length; at += 4) places.push([numbers[at] ?? 0, numbers[at + 1] ?? 0])
  return places
}

/** Returns the entries that were not looked up recently. */
function unseen(unknown: readonly string[], looked: ReadonlyMap<string, number>): string[] {
  const before = performance.now() - RETRY_MS
  return [...new Set(unknown)].filter((each) => (looked.get(each) ?? -Infinity) < before)
}

function samplesOf(values: Packed, registry: Registry, marks: ReadonlyMap<number, string> = new Map()): Sample[] {
  const numbers = unpacked(values)
  const samples: Sample[] = []
  for (let at = 0; at + 3 < numbers.length; at += 4) {
    const [deviceId = 0, nodeId = 0, ts = 0, value = 0] = numbers.slice(at, at + 4)
    const device = registry.device(deviceId)
    const node = device?.nodes.get(nodeId)
    if (!device || !node) continue
    const sample: Sample = { device, node, value, ts, save: 0 }
    const mark = markIn(marks.get(at / 4))
    if (mark) sample.mark = mark
    samples.push(sample)
  }
  return samples
}

/**
 * Checks everything that the later steps rely on. Content that passes here but can never be looked up or stored would
 * be tried again for ever.
 */
const isDelivery = (value: unknown): value is Delivery =>
  isRecord(value) &&
  isOrigin(value.origin) &&
  typeof value.tellsOfClocks === 'boolean' &&
  isPacked(value.samples) &&
  (value.marked === undefined || isPacked(value.marked)) &&
  (value.marks === undefined || (Array.isArray(value.marks) && value.marks.every((mark) => Array.isArray(mark))))

const isOrigin = (value: unknown): value is Origin =>
  isRecord(value) &&
  typeof value.source === 'string' &&
  (value.source_id === null || Number.isSafeInteger(value.source_id)) &&
  Number.isSafeInteger(value.received_at) &&
  (value.amends === undefined || typeof value.amends === 'boolean')

const isPacked = (value: unknown): value is Packed => {
  if (!isRecord(value)) return false
  const { from, items } = value
  return (
    typeof from === 'number' &&
    Number.isSafeInteger(from) &&
    Array.isArray(items) &&
    items.every((item: unknown) => isPackedItem(item, from))
  )
}

/** An item is the device's id, the time since `from`, then node ids and values alternately. */
const isPackedItem = (item: unknown, from: number): boolean =>
  Array.isArray(item) &&
  item.every((number: unknown, at) =>
    at > 2 && at % 2 === 1 ? Number.isFinite(number) : Number.isSafeInteger(number),
  ) &&
  Math.abs(from + Number(item[1] ?? 0)) <= LAST
