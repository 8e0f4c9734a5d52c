import { packed, unpacked, type Packed } from '../../bus/batches.ts'
import { markIn } from '../../quality/stationMarks.ts'
import type { LiveDevice, Registry } from '../../platform.ts'
import type { Origin } from '../../storage/types.ts'
import type { Sample } from '../batches.ts'
import type { Reading } from '../ingest.ts'

/** Most values of one message: far below the 1 MB that NATS takes, however small the deliveries in it are. */
export const MOST = 2000

/** What was read of one call or message, or of a part of it, as it lies in the log. */
export interface Delivery {
  origin: Origin
  tellsOfClocks: boolean
  samples: Packed
  /** Values that their nodes cannot measure. */
  marked?: Packed
  /** Places of samples with what their device said of them. */
  marks?: [number, string][]
}

/** A delivery whose devices all lie in one partition. */
export interface Part {
  partition: number
  values: number
  delivery: Delivery
}

/** In which partition a device's telemetry lies: in one, so that one process at a time writes it. Ids that come one after the other are spread evenly. */
export const partitionOf = (deviceId: number, partitions: number): number =>
  Math.floor(((Math.imul(deviceId, 0x9e3779b1) >>> 0) / 2 ** 32) * partitions)

/** A reading by partitions. Parts of one partition are in order. */
export function divided({ samples, marked, origin, tellsOfClocks }: Reading, partitions: number, most = MOST): Part[] {
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
        samples: packed(part.samples),
        ...(part.marked.length > 0 && { marked: packed(part.marked) }),
        ...(marks.length > 0 && { marks }),
      },
    }
  })
}

/** The deliveries of a message; null where it is none of ours. */
export function deliveriesIn(text: string): Delivery[] | null {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every(isDelivery) ? list : null
  } catch {
    return null
  }
}

/**
 * A delivery with the devices and nodes as this process knows them. Records of this process may be older than those of the one that took it in: they are
 * read anew where something is unknown. What was deleted meanwhile is left out.
 */
export async function readingOf(delivery: Delivery, registry: Registry): Promise<Reading> {
  const { origin, tellsOfClocks, samples, marked, marks = [] } = delivery
  const numbers = [samples, ...(marked ? [marked] : [])].flatMap(unpacked)
  const [devices, nodes] = [new Set<number>(), new Set<number>()]
  for (let at = 0; at < numbers.length; at += 4) {
    const [id = 0, node = 0] = [numbers[at], numbers[at + 1]]
    const device = registry.device(id)
    if (!device) devices.add(id)
    else if (!device.nodes.has(node)) nodes.add(node)
  }
  if (nodes.size > 0) await registry.changed('nodemap', null)
  if (devices.size > 0) await registry.changed('device', [...devices])
  return {
    samples: samplesOf(samples, registry, new Map(marks)),
    marked: marked ? samplesOf(marked, registry) : [],
    origin,
    tellsOfClocks,
    shared: false,
  }
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

const isDelivery = (value: unknown): value is Delivery =>
  isRecord(value) &&
  isRecord(value.origin) &&
  typeof value.origin.source === 'string' &&
  Number.isFinite(value.origin.received_at) &&
  typeof value.tellsOfClocks === 'boolean' &&
  isPacked(value.samples) &&
  (value.marked === undefined || isPacked(value.marked)) &&
  (value.marks === undefined || (Array.isArray(value.marks) && value.marks.every((mark) => Array.isArray(mark))))

const isPacked = (value: unknown): value is Packed =>
  isRecord(value) &&
  Number.isFinite(value.from) &&
  Array.isArray(value.items) &&
  value.items.every((item: unknown) => Array.isArray(item) && item.every((number) => Number.isFinite(number)))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
