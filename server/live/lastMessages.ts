import type { LiveDevice, LiveSample } from '../platform.ts'

/** Maximum number of messages kept for one device, and for all devices together. With many devices each keeps fewer. */
export const MAX_MESSAGES = 50
const ALL = 50_000

/** A sample as part of a feed message. */
export type FeedSample = Pick<LiveSample, 'device' | 'ts' | 'value'> & { node: { id: number } }

interface LastMessages {
  keep(samples: readonly FeedSample[]): void
  /** Returns the samples of a device's last messages, oldest first; empty where none came since the start. */
  of(device: LiveDevice): FeedSample[]
  /** Evicts deleted devices. */
  prune(isThere: (deviceId: number) => boolean): void
}

/** Number of values stored per sample: its time, its node's id, its value. */
const PARTS = 3
/** Initial capacity of a ring, in samples. */
const INITIAL_ROWS = 4

/**
 * A ring buffer of a device's last samples, kept as plain numbers. As objects, samples would live just long enough to
 * be the most expensive ones for the garbage collector. Consecutive samples with the same time form one message.
 */
interface Ring {
  numbers: Float64Array
  /** Index of the oldest sample, and the number of samples. */
  first: number
  rows: number
  messages: number
}

/** Creates the bounded buffer of each device's last messages since the start: the initial content of the data flow. */
export function createLastMessages(): LastMessages {
  const byDevice = new Map<number, Ring>()
  const ringOf = (id: number): Ring => {
    const known = byDevice.get(id)
    if (known) return known
    const made = { numbers: new Float64Array(INITIAL_ROWS * PARTS), first: 0, rows: 0, messages: 0 }
    byDevice.set(id, made)
    return made
  }
  return {
    keep(samples) {
      for (const { device, node, ts, value } of samples) {
        const ring = ringOf(device.id)
        if (ring.rows === 0 || timeAt(ring, ring.rows - 1) !== ts) {
          ring.messages++
          const most = Math.max(1, Math.min(MAX_MESSAGES, Math.floor(ALL / byDevice.size)))
          while (ring.messages > most) dropOldest(ring)
          add(ring, ts, node.id, value)
        } else keepInLast(ring, node.id, value)
      }
    },
    of(device) {
      const ring = byDevice.get(device.id)
      if (!ring) return []
      return Array.from({ length: ring.rows }, (_, row) => {
        const at = placeOf(ring, row)
        const [ts = 0, id = 0, value = 0] = ring.numbers.subarray(at, at + PARTS)
        return { device, node: { id }, ts, value }
      })
    },
    prune(isThere) {
      for (const id of byDevice.keys()) if (!isThere(id)) byDevice.delete(id)
    },
  }
}

const placeOf = ({ numbers, first }: Ring, row: number): number => ((first + row) * PARTS) % numbers.length
const timeAt = (ring: Ring, row: number): number => ring.numbers[placeOf(ring, row)] ?? 0

function dropOldest(ring: Ring): void {
  const ts = timeAt(ring, 0)
  while (ring.rows > 0 && timeAt(ring, 0) === ts) {
    ring.first = (ring.first + 1) % (ring.numbers.length / PARTS)
    ring.rows--
  }
  ring.messages--
}

/**
 * Stores a value in the last message. Each node has one slot per message: a node that repeats a timestamp takes no more
 * room.
 */
function keepInLast(ring: Ring, node: number, value: number): void {
  const ts = timeAt(ring, ring.rows - 1)
  for (let row = ring.rows - 1; row >= 0 && timeAt(ring, row) === ts; row--) {
    const at = placeOf(ring, row)
    if (ring.numbers[at + 1] !== node) continue
    ring.numbers[at + 2] = value
    return
  }
  add(ring, ts, node, value)
}

function add(ring: Ring, ts: number, node: number, value: number): void {
  if (ring.rows * PARTS === ring.numbers.length) {
    const wider = new Float64Array(2 * ring.numbers.length)
    const from = ring.first * PARTS
    wider.set(ring.numbers.subarray(from))
    wider.set(ring.numbers.subarray(0, from), ring.numbers.length - from)
    ring.numbers = wider
    ring.first = 0
  }
  const at = placeOf(ring, ring.rows++)
  ring.numbers[at] = ts
  ring.numbers[at + 1] = node
  ring.numbers[at + 2] = value
}
